/**
 * Characters without a glyph: control characters, zero-width spaces, direction marks, soft hyphens and byte order marks.
 * Excludes the zero-width joiners U+200C and U+200D, because Persian words and emoji look different without them.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: pasted text has them
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** Invisible characters added to copied text by pages and programs. */
const COPY_MARKS = /[\u200b\u200e\u200f\u2060\ufeff]/g

/** Prepares typed or pasted text for storage. */
export function removeCopyMarks(text: string): string {
  return text.replace(COPY_MARKS, '')
}

/** The known facts about a spreadsheet. */
export interface SpreadsheetFile {
  readonly id: string
  readonly title?: string
  readonly end?: 'source' | 'target' | 'list'
}

/** A spreadsheet, a sign-in service, or the name of something else. */
export type NamedFile = SpreadsheetFile | { readonly signIn: string } | string

const NOUNS: Readonly<Record<NonNullable<SpreadsheetFile['end']> | 'any', string>> = {
  source: 'the source spreadsheet',
  target: 'the target spreadsheet',
  list: 'the spreadsheet',
  any: 'the spreadsheet',
}

/**
 * Formats a file for the middle of a sentence. A known title stands alone, because an ID of forty characters would push the fix
 * out of sight.
 */
export function formatFileName(file: NamedFile): string {
  if (typeof file === 'string') return file
  if ('signIn' in file) return file.signIn
  const { id, title, end } = file
  const noun = NOUNS[end ?? 'any']
  return title === undefined ? `${noun} ${id}` : `${noun} "${title}"`
}

export function fileIdentity(file: NamedFile): string {
  return typeof file !== 'string' && 'id' in file ? file.id : formatFileName(file)
}

export function isSignIn(file: NamedFile): boolean {
  return typeof file !== 'string' && 'signIn' in file
}

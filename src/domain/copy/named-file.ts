/** A spreadsheet as far as it is known. */
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
 * How messages name a file, in the middle of a sentence: by its title alone if known, because an ID of forty characters
 * pushes the fix out of sight.
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

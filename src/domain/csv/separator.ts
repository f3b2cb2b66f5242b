import { columnName } from './header.ts'

/** Field separators written by spreadsheet programs. */
const SEPARATORS = [',', ';', '\t', '|'] as const
/** Excel's `sep=` line before the header. Other programs may pad it with separators. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?\1*(?:\r\n|[\r\n]|$)/i
const FIRST_LINE = /^[\r\n]*([^\r\n]*)/

/** Field separator of a file, and offset of its header. */
export interface Separator {
  readonly separator: string
  readonly headerAt: number
}

/** Finds the separator at the beginning of a file: from its `sep=` line, or the separator yielding the most known columns. */
export function findSeparator(start: string, known: readonly string[]): Separator {
  const [line, named] = SEPARATOR_LINE.exec(start) ?? []
  if (line !== undefined && named !== undefined) return { separator: named, headerAt: line.length }
  const header = FIRST_LINE.exec(start)?.[1] ?? ''
  return { separator: selectSeparator(header, known), headerAt: 0 }
}

function selectSeparator(header: string, known: readonly string[]): string {
  let [best, bestScore] = [SEPARATORS[0] as string, 0]
  for (const separator of SEPARATORS) {
    const fields = header.split(separator)
    const columns = fields.filter((field) => known.includes(columnName(field.replaceAll('"', ''), known)))
    // On a tie, prefer more fields: the error message can then list each unknown column.
    const score = columns.length + fields.length / (header.length + 2)
    if (score > bestScore) [best, bestScore] = [separator, score]
  }
  return best
}

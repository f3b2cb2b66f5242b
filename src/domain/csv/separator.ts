import { columnName } from './header.ts'

/** The characters that spreadsheet programs write between fields. */
const SEPARATORS = [',', ';', '\t', '|'] as const
/** A line for Excel in front of the header. Programs that do not know it may fill it up with separators. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?\1*(?:\r\n|[\r\n]|$)/i
const FIRST_LINE = /^[\r\n]*([^\r\n]*)/

/** The character between the fields of a file, and where its header begins. */
export interface Separator {
  readonly separator: string
  readonly headerAt: number
}

/** Finds the separator in the beginning of a file: the one that a line `sep=;` names, or that gives the most known columns. */
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
    // With as many known columns, the message about the others names each of them.
    const score = columns.length + fields.length / (header.length + 2)
    if (score > bestScore) [best, bestScore] = [separator, score]
  }
  return best
}

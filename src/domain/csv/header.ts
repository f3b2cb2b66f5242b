import { quoted } from './text.ts'

const MOST_COLUMNS_NAMED = 10

interface Header {
  header: readonly string[]
  /** Every column that may stand in the file. */
  known: readonly string[]
  required: readonly string[]
}

/** What is wrong with a file's header, naming each column; undefined when nothing is. */
export function headerFault({ header, known, required }: Header): string | undefined {
  const missing = required.filter((column) => !header.includes(column))
  const unknown = header.filter((column) => !known.includes(column))
  const repeated = [...new Set(header.filter((column, index) => header.indexOf(column) !== index))]
  const faults = [
    missing.length > 0 && `The file lacks ${named(missing)}.`,
    unknown.length > 0 && `The file has more than it may: ${named(unknown)}.`,
    repeated.length > 0 && `The file repeats ${named(repeated)}.`,
  ].filter((fault) => fault !== false)
  return faults.length === 0 ? undefined : `${faults.join(' ')} Use the latest exported file.`
}

function named(columns: readonly string[]): string {
  const names = columns.slice(0, MOST_COLUMNS_NAMED).map(quoted).join(', ')
  const rest = columns.length > MOST_COLUMNS_NAMED ? ` and ${columns.length - MOST_COLUMNS_NAMED} more` : ''
  return `${columns.length === 1 ? 'the column' : 'the columns'} ${names}${rest}`
}

import { quoted } from './text.ts'

const MAX_COLUMNS_NAMED = 10

interface Header {
  header: readonly string[]
  /** Every column that a file may have. */
  known: readonly string[]
  required: readonly string[]
}

/** What is wrong with a file's header, naming each column; undefined when nothing is. */
export function headerProblem({ header, known, required }: Header): string | undefined {
  const missing = required.filter((column) => !header.includes(column))
  const unknown = header.filter((column) => !known.includes(column))
  const repeated = [...new Set(header.filter((column, index) => header.indexOf(column) !== index))]
  const problems = [
    missing.length > 0 && `Missing ${named(missing)}.`,
    unknown.length > 0 && `Unknown ${named(unknown)}.`,
    repeated.length > 0 && `Repeated ${named(repeated)}.`,
  ].filter((problem) => problem !== false)
  return problems.length === 0 ? undefined : `${problems.join(' ')} Use the latest exported file.`
}

function named(columns: readonly string[]): string {
  const names = columns.slice(0, MAX_COLUMNS_NAMED).map(quoted).join(', ')
  const others = columns.length > MAX_COLUMNS_NAMED ? ` and ${columns.length - MAX_COLUMNS_NAMED} more` : ''
  return `${columns.length === 1 ? 'column' : 'columns'} ${names}${others}`
}

import { cleanText } from '#contract/field.ts'
import { quoted } from './text.ts'

const MAX_COLUMNS_NAMED = 10
/** Maximum columns of a file, far more than any of our files has. */
const MAX_COLUMNS = 1000
const FIX = 'Use the latest exported file.'

interface Header {
  /** Column names from `columnName`; '' for a column without a name. */
  header: readonly string[]
  /** Every column a file may have. */
  known: readonly string[]
  required: readonly string[]
}

/** Reads a column name from a header field. Known names match in any case; unknown names keep their case. */
export function columnName(field: string, known: readonly string[]): string {
  const name = cleanText(field)
  const lowerCase = name.toLowerCase()
  return known.includes(lowerCase) ? lowerCase : name
}

/** Describes the problem of a file's header, naming each column; undefined if there is none. */
export function headerProblem({ header, known, required }: Header): string | undefined {
  if (header.length > MAX_COLUMNS) {
    return `The header has ${header.length.toLocaleString('en-US')} columns, more than any exported file. ${FIX}`
  }
  const present = new Set(header)
  const missing = required.filter((column) => !present.has(column))
  const named = header.filter((column) => column !== '')
  const unknown = named.filter((column) => !known.includes(column))
  const repeated = repeatedIn(named)
  const problems = [
    missing.length > 0 && `Missing ${listed(missing)}.`,
    unknown.length > 0 && `Unknown ${listed(unknown)}.`,
    repeated.length > 0 && `Repeated ${listed(repeated)}.`,
  ].filter((problem) => problem !== false)
  return problems.length === 0 ? undefined : `${problems.join(' ')} ${FIX}`
}

function repeatedIn(header: readonly string[]): string[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const column of header) {
    if (seen.has(column)) repeated.add(column)
    seen.add(column)
  }
  return [...repeated]
}

function listed(columns: readonly string[]): string {
  const names = columns.slice(0, MAX_COLUMNS_NAMED).map(quoted).join(', ')
  const others = columns.length > MAX_COLUMNS_NAMED ? ` and ${columns.length - MAX_COLUMNS_NAMED} more` : ''
  return `${columns.length === 1 ? 'column' : 'columns'} ${names}${others}`
}

import type { DateColumn, NewTab, Rows } from '#server/google/create-spreadsheet.ts'

export type SpreadsheetKey =
  | 'world'
  | 'places'
  | 'aviation'
  | 'markets'
  | 'masters'
  | 'ledger'
  | 'report'
  | 'regional'
  | 'archive'

export interface SampleSpreadsheet {
  key: SpreadsheetKey
  title: string
  tabs: readonly NewTab[]
}

/** Describes a column of dates, shown as `2012-01-31` by default. */
export function dateColumn(column: number, format: Partial<DateColumn> = {}): DateColumn {
  return { column, type: 'DATE', pattern: 'yyyy-mm-dd', ...format }
}

/** Yields the first `count` rows without reading further. */
export async function* firstRows(rows: Rows, count: number) {
  let remaining = count
  if (remaining <= 0) return
  for await (const row of rows) {
    yield row
    remaining -= 1
    if (remaining === 0) return
  }
}

/** Yields the rows below a title row. */
export async function* withTitle(title: string, rows: Rows) {
  yield [title]
  yield* rows
}

import type { Cell } from '#domain/copy/cell.ts'

export type Rows = Iterable<Cell[]> | AsyncIterable<Cell[]>

/** A column, counted from 1, of numbers shown as dates or times below a single header row. */
export interface DateColumn {
  column: number
  type: 'DATE' | 'TIME' | 'DATE_TIME'
  pattern: string
}

export interface SampleTab {
  name: string
  /** All rows including the header, produced on demand, so that only one data set is in memory at a time. */
  rows: () => Rows
  dates?: readonly DateColumn[]
}

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
  tabs: readonly SampleTab[]
}

/** A column of dates, shown as `2012-01-31` by default. */
export function dateColumn(column: number, format: Partial<DateColumn> = {}): DateColumn {
  return { column, type: 'DATE', pattern: 'yyyy-mm-dd', ...format }
}

/** The first `count` rows. Reads no further. */
export async function* firstRows(rows: Rows, count: number) {
  let remaining = count
  if (remaining <= 0) return
  for await (const row of rows) {
    yield row
    remaining -= 1
    if (remaining === 0) return
  }
}

/** The rows below a title row. */
export async function* withTitle(title: string, rows: Rows) {
  yield [title]
  yield* rows
}

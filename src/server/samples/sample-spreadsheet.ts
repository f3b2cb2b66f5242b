import type { Cell } from '#domain/copy/cell.ts'

export type Rows = Iterable<Cell[]> | AsyncIterable<Cell[]>

/** A column (from 1) of numbers that are shown as dates or times below the tab's one header row. */
export interface DateColumn {
  column: number
  type: 'DATE' | 'TIME' | 'DATE_TIME'
  pattern: string
}

export interface SampleTab {
  name: string
  /** All rows with their header, made while they are written, so that no more than one data set is in memory. */
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

/** A column of dates, shown as `2012-01-31` unless `look` says otherwise. */
export function dateColumn(column: number, look: Partial<DateColumn> = {}): DateColumn {
  return { column, type: 'DATE', pattern: 'yyyy-mm-dd', ...look }
}

/** The first `count` rows, read no further. */
export async function* firstRows(rows: Rows, count: number) {
  let left = count
  if (left <= 0) return
  for await (const row of rows) {
    yield row
    left -= 1
    if (left === 0) return
  }
}

/** The rows below a title row that spans no data. */
export async function* titled(title: string, rows: Rows) {
  yield [title]
  yield* rows
}

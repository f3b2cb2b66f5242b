import type { ShapeTrial } from '#contract/spreadsheet.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import { type Cell, isEmptyCell, rowWidth } from '#domain/copy/cell.ts'
import { columnNames } from '#domain/copy/column-names.ts'
import { type DateKind, dateKindOf, dateText } from '#domain/copy/date-text.ts'
import { readErrorText } from '#domain/copy/error-cell.ts'
import { headerRowOf } from '#domain/copy/region.ts'
import { fileOf } from '#domain/copy/spreadsheet.ts'
import { findTab } from '#domain/guards/find-tab.ts'
import { placeColumns } from '#domain/shape/place-columns.ts'
import { shapeOf } from '#domain/shape/shape.ts'
import { shapeRows } from '#domain/shape/shape-rows.ts'
import type { Google } from '#server/google/google.ts'
import { ProviderError } from '#server/google/provider-error.ts'

interface Trial {
  spreadsheetId: string
  /** Empty for the first visible tab. */
  tab: string
  startRow: number
  columns: string
  rows: string
  /** The serial number of the day. */
  today: number
  requestedBy: string
  signal: AbortSignal
}

/** Maximum cells that are read: a trial answers at once, and counts the first rows of a large tab. */
const MAX_CELLS = 300_000
const MAX_COLUMNS = 500
const SAMPLES = 3
const FIRST_ROWS = 5
const MAX_TEXT = 80

/** Reads the first rows of a tab, and shows what a shape makes of them. @throws ProviderError, TextProblem */
export async function tryShape(google: Pick<Google, 'connect'>, trial: Trial): Promise<ShapeTrial> {
  const { spreadsheetId, tab: name, startRow, columns, rows, today, requestedBy, signal } = trial
  const client = google.connect({ accounts: [], owner: requestedBy, signal, onWait() {}, log() {} })
  const spreadsheet = await client.getSpreadsheet(spreadsheetId)
  const found = findTab(spreadsheet.tabs, { name, last: null })
  if (!('tab' in found)) {
    const tabs = spreadsheet.tabs.map(({ title }) => title)
    throw new ProviderError({ cause: 'no_tab', file: fileOf(spreadsheet), tab: name, tabs })
  }
  const { title, rowCount, columnCount } = found.tab
  const headerRow = headerRowOf(startRow)
  const lastColumn = Math.min(columnCount, MAX_COLUMNS)
  const lastRow = Math.min(rowCount, headerRow + Math.floor(MAX_CELLS / lastColumn))
  if (headerRow > rowCount)
    return { columns: [], rows: 0, matching_rows: 0, is_complete: true, missing: [], first_rows: [] }
  const range = { tab: title, firstRow: headerRow, firstColumn: 1, lastRow, lastColumn }
  const samples = { ...range, lastRow: Math.min(lastRow, headerRow + SAMPLES) }
  const [read, shown] = await Promise.all([
    client.readValues({ spreadsheet, range }),
    client.readCells('shown', { spreadsheet, range: samples }),
  ])
  const [header = [], ...data] = read.rows
  const filled = data.slice(0, data.findLastIndex((row) => rowWidth(row) > 0) + 1)
  const kinds = kindsOf(shown.rows.slice(1))
  const shape = shapeOf({ startRow, columns, rows, targetCell: 'A1', header: null })
  const source = { header, columnCount: lastColumn }
  const placed = placeColumns(shape ?? { columns: [], conditions: [] }, source)
  const ofTab = {
    columns: columnsIn({ header, rows: filled, kinds }),
    rows: filled.length,
    is_complete: lastRow === rowCount,
  }
  if (Array.isArray(placed)) {
    return { ...ofTab, matching_rows: 0, missing: placed.map((column) => column.name), first_rows: [] }
  }
  const firstRow = headerRow + 1
  const shaped = shapeRows(placed, { rows: filled, firstRow, errors: errorsIn(filled, firstRow), today })
  const kindAt = (at: number) => kinds[(placed.columns?.[at] ?? at + 1) - 1]
  const firstRows = [placed.header, ...shaped.rows.slice(0, FIRST_ROWS)]
  const width = Math.max(...firstRows.map(rowWidth), placed.columns?.length ?? 0)
  const textsOf = (row: readonly Cell[]) =>
    Array.from({ length: width }, (_, at) => textOf(row[at] ?? null, kindAt(at)))
  return { ...ofTab, matching_rows: shaped.rows.length, missing: [], first_rows: firstRows.map(textsOf) }
}

interface ReadTab {
  header: readonly Cell[]
  rows: readonly Cell[][]
  kinds: readonly (DateKind | undefined)[]
}

function columnsIn({ header, rows, kinds }: ReadTab): ShapeTrial['columns'] {
  const width = Math.max(rowWidth(header), ...rows.slice(0, SAMPLES).map(rowWidth))
  const names = columnNames(header, width)
  return names.map((name, at) => ({
    name: isEmptyCell(header[at]) ? columnLetters(at + 1) : name,
    samples: rows.slice(0, SAMPLES).map((row) => textOf(row[at] ?? null, kinds[at])),
  }))
}

/** How numbers of each column read, by the first cell with a format. */
function kindsOf(rows: readonly { format: Parameters<typeof dateKindOf>[0] }[][]): (DateKind | undefined)[] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, at) => dateKindOf(rows.map((row) => row[at]?.format).find(Boolean)))
}

/** A text may read like an error; a run asks the provider, a trial need not. */
function errorsIn(rows: readonly Cell[][], firstRow: number) {
  return rows.flatMap((row, down) =>
    row.flatMap((cell, at) => (readErrorText(cell) ? [{ row: firstRow + down, column: at + 1 }] : [])),
  )
}

function textOf(cell: Cell, kind: DateKind | undefined): string {
  const text = typeof cell === 'number' && kind ? (dateText(cell, kind) ?? String(cell)) : String(cell ?? '')
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).toWellFormed()}…`
}

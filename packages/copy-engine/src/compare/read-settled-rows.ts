import { a1Cell } from '#domain/copy/a1.ts'
import type { Area } from '#domain/copy/area.ts'
import type { Cell } from '#domain/copy/cell.ts'
import {
  mayBeUnsettled,
  readErrorText,
  readLocalErrorText,
  readsAsLoading,
  settleCell,
} from '#domain/copy/error-cell.ts'
import { mayHoldUnsettled } from '#domain/copy/rows-text.ts'
import { pickFileFacts } from '#domain/copy/spreadsheet.ts'
import { requestError } from '#engine/provider-error.ts'
import { MAX_TRIES, type Workbook } from '#engine/workbook.ts'
import { type RowsRead, type RowsRequest, readRows } from './read-rows.ts'

/** A cell of the source, counted from 1. */
interface PlacedCell {
  row: number
  column: number
  cell: Cell
}

/** Rows without a cell that is still loading. Error cells hold their bare token. */
export interface SettledRows extends RowsRead {
  /** The error cells with the provider's text, row by row. */
  errors: PlacedCell[]
}

interface SettledRequest extends RowsRequest {
  /** Whether the rows are unchanged since the last run. */
  isAsRemembered?: (read: RowsRead) => boolean
}

/**
 * Reads rows repeatedly until all their formulas have finished loading.
 * @throws ProviderError still_loading
 */
export async function readSettledRows(workbook: Workbook, request: SettledRequest): Promise<SettledRows> {
  for (let failures = 1; ; failures += 1) {
    const settled = await settle(workbook, { request, read: await readRows(workbook, request) })
    if ('rows' in settled) return settled
    if (failures === MAX_TRIES) {
      const detail = a1Cell({ tab: request.tab?.title ?? '', ...settled.loading })
      throw requestError({ reason: 'still_loading', detail, about: { file: pickFileFacts(request.spreadsheet) } })
    }
    await workbook.backOff(failures)
  }
}

interface Read {
  request: SettledRequest
  read: RowsRead
}

/** Asks the provider which cells are errors or still loading, because other text may look the same. */
async function settle(workbook: Workbook, { request, read }: Read): Promise<SettledRows | { loading: PlacedCell }> {
  const isSettled = read.text !== undefined && !mayHoldUnsettled(read.text.json)
  // Ask only once about text that merely looks like an error in another language.
  const mayBeError = (cell: Cell) => readLocalErrorText(cell) !== undefined && !isAsRemembered()
  const isAsRemembered = once(() => request.isAsRemembered?.(read) ?? false)
  const isUnsettled = (cell: Cell) => mayBeUnsettled(cell) || mayBeError(cell)
  const unsettled = isSettled ? [] : findCells(read.rows, { firstRow: request.window.firstRow, matches: isUnsettled })
  if (unsettled.length === 0) return Object.assign(read, { errors: [] })
  const findErrorType = await readErrorTypes(workbook, { tabs: request, cells: unsettled })
  const errors: PlacedCell[] = []
  let textLikeOthers: PlacedCell | undefined
  for (const placed of unsettled) {
    const { row, column, cell } = placed
    const settled = settleCell(cell, findErrorType(placed))
    if (settled === 'loading') return { loading: placed }
    if (settled === 'text' && (readErrorText(cell) || readsAsLoading(cell))) textLikeOthers ??= placed
    const values = read.rows[row - request.window.firstRow]
    if (settled !== 'error' || !values) continue
    values[column - 1] = readLocalErrorText(cell)?.token ?? cell
    errors.push(placed)
  }
  if (textLikeOthers && !(await isText(workbook, { request, placed: textLikeOthers })))
    return { loading: textLikeOthers }
  const { rows, bytes, rowAbove, hidden, sampleBytes } = read
  const text = errors.length === 0 ? read.text : undefined
  return { rows, text, bytes, rowAbove, hidden, sampleBytes, errors }
}

interface Search {
  /** The number of the first row. */
  firstRow: number
  matches: (cell: Cell) => boolean
}

function findCells(rows: readonly Cell[][], { firstRow, matches }: Search): PlacedCell[] {
  const found: PlacedCell[] = []
  for (const [down, row] of rows.entries()) {
    for (const [at, cell] of row.entries()) {
      if (matches(cell)) found.push({ row: firstRow + down, column: at + 1, cell })
    }
  }
  return found
}

function once(ask: () => boolean): () => boolean {
  let answer: boolean | undefined
  return () => (answer ??= ask())
}

type Place = Pick<PlacedCell, 'row' | 'column'>
type Tabs = Pick<RowsRequest, 'spreadsheet' | 'tab'>

/** Reads the type of the error in each of these cells; undefined for a cell without an error. */
export async function readErrorTypes(workbook: Workbook, { tabs, cells }: { tabs: Tabs; cells: readonly Place[] }) {
  const area = measureBounds(cells)
  const { rows } = await workbook.readCells('errorType', placeArea(tabs, area))
  return ({ row, column }: Place) => rows[row - area.firstRow]?.[column - area.firstColumn]
}

/** Whether the cell still has the text that was read. A formula with the result 'Loading...' has not finished. */
async function isText(workbook: Workbook, { request, placed }: { request: RowsRequest; placed: PlacedCell }) {
  const { rows } = await workbook.readCells('texts', placeArea(request, measureBounds([placed])))
  const texts = rows[0]?.[0]
  return (readsAsLoading(placed.cell) ? texts?.entered : texts?.shown) === placed.cell
}

function placeArea({ spreadsheet, tab }: Tabs, area: Area) {
  return { spreadsheet, range: { tab: tab?.title ?? '', ...area } }
}

function measureBounds(cells: readonly Place[]): Area {
  const bounds = { firstRow: Infinity, firstColumn: Infinity, lastRow: 0, lastColumn: 0 }
  for (const { row, column } of cells) {
    bounds.firstRow = Math.min(bounds.firstRow, row)
    bounds.firstColumn = Math.min(bounds.firstColumn, column)
    bounds.lastRow = Math.max(bounds.lastRow, row)
    bounds.lastColumn = Math.max(bounds.lastColumn, column)
  }
  return bounds
}

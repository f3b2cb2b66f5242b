import { invalidArgument } from '../google-error.ts'
import type { BoundedBox } from '../store/box.ts'
import type { CellValue } from '../store/cell.ts'
import { GridRows } from '../store/grid-rows.ts'
import type { Store } from '../store/open-store.ts'
import { columnLetters } from './a1.ts'
import { droppedIfCovered, requireUnprotected } from './editor.ts'
import { type EntryOptions, enterValue } from './enter-value.ts'
import { clampToGrid, type GridRange, isSingleCell, type SheetRange } from './resolve-range.ts'

/** Values by row; `null` leaves a cell unchanged. */
export type ValueTable = readonly (readonly (CellValue | null)[])[]

/** The result of a write. `written` is the rectangle of the values, `requested` the range in the request. */
export interface WriteResult {
  written: GridRange
  requested: GridRange
  updatedRows: number
  /** The columns with a written cell. */
  updatedColumns: ReadonlySet<number>
  updatedCells: number
}

interface Write {
  /** The range as sent, for error messages. */
  rangeText: string
  range: SheetRange
  values: ValueTable
  options: EntryOptions
}

/**
 * Writes values, starting at the first cell of the range. They must fit in the grid, and in the range unless it is a single
 * cell.
 * @throws GoogleError when the range starts outside the grid or the values do not fit.
 */
export function writeValues(store: Store, write: Write): WriteResult {
  const { sheet } = write.range
  const clamped = clampToGrid(write.range)
  const isAnchor = isSingleCell(write.range.box)
  const limit: BoundedBox = isAnchor
    ? { ...clamped.box, endRow: sheet.rowCount, endColumn: sheet.columnCount }
    : clamped.box
  const area = spannedArea(limit, write.values)
  checkOverflow(write.rangeText, { area, limit })
  const written: GridRange = { sheet, box: area }
  return { written, requested: isAnchor ? written : clamped, ...putValues(store, { ...write, written }) }
}

function spannedArea(limit: BoundedBox, values: ValueTable): BoundedBox {
  const width = Math.max(1, ...values.map((row) => row.length))
  const { startRow, startColumn } = limit
  return { startRow, startColumn, endRow: startRow + Math.max(1, values.length), endColumn: startColumn + width }
}

function checkOverflow(rangeText: string, { area, limit }: { area: BoundedBox; limit: BoundedBox }): void {
  const message = `Requested writing within range [${rangeText}], but tried writing to`
  if (area.endRow > limit.endRow) throw invalidArgument(`${message} row [${limit.endRow + 1}]`)
  if (area.endColumn > limit.endColumn) throw invalidArgument(`${message} column [${columnLetters(limit.endColumn)}]`)
}

type Counts = Pick<WriteResult, 'updatedRows' | 'updatedColumns' | 'updatedCells'>

function putValues(store: Store, { written, values, options }: Write & { written: GridRange }): Counts {
  const { sheet, box } = written
  if (values.some((entries) => entries.some((value) => value !== null))) {
    requireUnprotected({ store, account: options.account }, written)
  }
  const grid = new GridRows(store, sheet.gridId)
  const columns = new Set<number>()
  let updatedRows = 0
  let updatedCells = 0
  for (const [offset, entries] of values.entries()) {
    if (!entries.some((value) => value !== null)) continue
    const row = box.startRow + offset
    const cells = grid.at(row)
    for (const [index, value] of entries.entries()) {
      if (value === null) continue
      const column = box.startColumn + index
      cells[column] = droppedIfCovered(enterValue(cells[column], { value, options }), { sheet, row, column })
      columns.add(column)
      updatedCells += 1
    }
    grid.put(row, cells)
    updatedRows += 1
  }
  return { updatedRows, updatedColumns: columns, updatedCells }
}

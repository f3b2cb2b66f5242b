import type { Area } from '#domain/copy/area.ts'
import { type Cell, isEmptyCell, rowWidth } from '#domain/copy/cell.ts'
import type { Entered } from '#domain/copy/entered.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import type { CellFormat } from '#domain/copy/format-segment.ts'
import type { Tab } from '#domain/copy/spreadsheet.ts'
import type { CellFacts } from '#engine/workbook.ts'

export interface MemoryCell {
  value: Cell
  /** Formula of the cell. It is never computed; its result is the value. */
  formula?: string | undefined
  /** Type of an error, e.g. `N_A`. Its value is the token and the explanation: `#N/A ()`. */
  errorType?: string | undefined
  format?: CellFormat | undefined
  note?: string | undefined
}

export interface MemoryTab extends Tab {
  rows: MemoryCell[][]
  merges: Area[]
  /** Areas that only other people may edit. */
  protectedAreas: Area[]
  /** Numbers of the hidden rows. */
  hiddenRows: number[]
}

export function emptyTab(tab: Pick<Tab, 'sheetId' | 'title' | 'rowCount' | 'columnCount'>): MemoryTab {
  return { isHidden: false, ...tab, rows: [], merges: [], protectedAreas: [], hiddenRows: [] }
}

/** Returns the facts about a tab that a spreadsheet lists. */
export function describeTab({ rows: _, merges: _m, protectedAreas: _p, hiddenRows: _h, ...tab }: MemoryTab): Tab {
  return tab
}

/** Returns the cells of an area, up to the last row with a cell. */
export function cellsIn(tab: MemoryTab, { firstRow, lastRow, firstColumn, lastColumn }: Area): MemoryCell[][] {
  const height = Math.max(0, Math.min(lastRow, tab.rows.length) - firstRow + 1)
  return Array.from({ length: height }, (_, down) => {
    const cells = tab.rows[firstRow + down - 1] ?? []
    return Array.from({ length: lastColumn - firstColumn + 1 }, (_, right) => {
      return cells[firstColumn + right - 1] ?? { value: '' }
    })
  })
}

/** Returns the values of an area, or formulas in their place, without trailing empty cells and rows. */
export function valuesIn(tab: MemoryTab, area: Area, asEntered = false): Cell[][] {
  const rows = cellsIn(tab, area).map((row) => {
    return row.map(({ value, formula }) => (asEntered ? (formula ?? value) : value) ?? '')
  })
  const trimmed = rows.map((row) => row.slice(0, rowWidth(row)))
  return trimmed.slice(0, trimmed.findLastIndex((row) => row.length > 0) + 1)
}

/** Returns the facts about the cells of an area, up to the last cell and row with content. */
export function factsIn<Name extends keyof CellFacts>(tab: MemoryTab, area: Area, name: Name): CellFacts[Name][][] {
  const filled = cellsIn(tab, area).map((row) => row.slice(0, row.findLastIndex(hasContent) + 1))
  return filled.slice(0, filled.findLastIndex((row) => row.length > 0) + 1).map((row) => row.map(facts[name]))
}

/** Returns a cell of a tab for changes. */
export function openCell(tab: MemoryTab, row: number, column: number): MemoryCell {
  while (tab.rows.length < row) tab.rows.push([])
  const cells = tab.rows[row - 1] ?? []
  while (cells.length < column) cells.push({ value: '' })
  return cells[column - 1] ?? { value: '' }
}

/** Writes a value unchanged. Silently drops a value for a covered cell of a merge, as Google Sheets does. */
export function writeCell(tab: MemoryTab, { row, column, value }: { row: number; column: number; value: Cell }): void {
  const isCovered = tab.merges.some((merge) => {
    const isFirst = row === merge.firstRow && column === merge.firstColumn
    const isInside = row >= merge.firstRow && row <= merge.lastRow
    return isInside && column >= merge.firstColumn && column <= merge.lastColumn && !isFirst
  })
  const cell = openCell(tab, row, column)
  Object.assign(cell, { value: isCovered ? '' : value, formula: undefined, errorType: undefined })
}

/** Inserts empty rows with the formats of the row below them. */
export function insertRows(tab: MemoryTab, at: number, count: number): void {
  if (at > tab.rowCount) throw new Error(`There is no row ${at} to insert rows before`)
  requireNoFormulas(tab)
  if (at <= tab.rows.length) {
    const formats = (tab.rows[at - 1] ?? []).map(({ format }) => format)
    const added = Array.from({ length: count }, () => formats.map((format) => ({ value: '', format })))
    tab.rows.splice(at - 1, 0, ...added)
  }
  tab.rowCount += count
  const shift = (row: number) => (row >= at ? row + count : row)
  const shiftArea = (area: Area) => ({ ...area, firstRow: shift(area.firstRow), lastRow: shift(area.lastRow) })
  tab.merges = tab.merges.map(shiftArea)
  tab.protectedAreas = tab.protectedAreas.map(shiftArea)
  tab.hiddenRows = tab.hiddenRows.map(shift)
}

export function deleteRows(tab: MemoryTab, at: number, count: number): void {
  requireNoFormulas(tab)
  if (tab.merges.length > 0 || tab.protectedAreas.length > 0) throw new Error('Rows beside merges are not deleted here')
  tab.rows.splice(at - 1, count)
  tab.rowCount -= count
  const stays = (row: number) => row < at || row >= at + count
  tab.hiddenRows = tab.hiddenRows.filter(stays).map((row) => (row < at ? row : row - count))
}

/** Refuses tabs with formulas, because formulas would have to follow the cells that they refer to. */
function requireNoFormulas(tab: MemoryTab): void {
  if (tab.rows.some((row) => row.some(({ formula }) => formula !== undefined)))
    throw new Error('Rows of a tab in memory with formulas do not move')
}

/** Merges cells. Only the first cell keeps its value. */
export function mergeCells(tab: MemoryTab, area: Area): void {
  tab.merges.push(area)
  for (let row = area.firstRow; row <= Math.min(area.lastRow, tab.rows.length); row += 1)
    for (let column = area.firstColumn; column <= area.lastColumn; column += 1)
      if (row !== area.firstRow || column !== area.firstColumn) writeCell(tab, { row, column, value: '' })
}

const facts: { readonly [Name in keyof CellFacts]: (cell: MemoryCell) => CellFacts[Name] } = {
  entered: enteredIn,
  computation: computationIn,
  isSpilled: () => false,
  isResult: ({ formula }) => formula !== undefined,
  isComputed: ({ formula }) => formula !== undefined,
  format: ({ format }) => format,
  shown: (cell) => ({
    format: cell.format,
    value: cell.errorType ? '' : (cell.value ?? ''),
    get text() {
      return textIn(cell)
    },
  }),
  formatAndComputation: (cell) => ({ format: cell.format, computation: computationIn(cell) }),
  formatComputationAndNote: (cell) => {
    return { format: cell.format, computation: computationIn(cell), note: cell.note ?? '' }
  },
  note: ({ note = '' }) => note,
  remark: (cell) => ({ entered: enteredIn(cell), note: cell.note ?? '' }),
  conversion: ({ format }) => ({ format, validation: undefined }),
  errorType: ({ errorType }) => errorType,
  texts: ({ value, formula, errorType }) => {
    const text = typeof value === 'string' && value !== '' && !errorType ? value : undefined
    return { entered: formula === undefined ? text : undefined, shown: text }
  },
}

function computationIn({ formula }: MemoryCell): 'formula' | undefined {
  return formula === undefined ? undefined : 'formula'
}

function enteredIn({ value, formula }: MemoryCell): Entered | undefined {
  if (formula !== undefined) return { formula }
  return isEmptyCell(value) ? undefined : value
}

/** @throws if the text depends on a number format */
function textIn({ value, format, errorType }: MemoryCell): string {
  if (errorType !== undefined) return String(bareError(value) ?? value)
  if (typeof value === 'boolean') return String(value).toUpperCase()
  if (typeof value === 'number' && format) throw new Error('Spreadsheets in memory do not format numbers')
  return String(value ?? '')
}

function hasContent({ value, formula, format, note }: MemoryCell): boolean {
  return !isEmptyCell(value) || formula !== undefined || format !== undefined || note !== undefined
}

import type { DataSourceTable, PivotTable } from './computed-tables.ts'

/** A `CellFormat` of the Sheets API, stored as sent. Only `numberFormat` affects how values are displayed. */
export interface CellFormat {
  numberFormat?: NumberFormat
  [field: string]: unknown
}

export interface NumberFormat {
  type?: string
  pattern?: string
}

export type CellValue = string | number | boolean

/** An error in a cell. `message` explains it and may be empty; a loading cell has no error. */
export interface CellError {
  token: string
  message?: string
}

/** The result of a formula for one cell. The format applies unless the cell has a number format of its own. */
export interface FormulaResult {
  value?: CellValue
  error?: CellError
  format?: NumberFormat
}

/**
 * Cell with a value, a formula, a pivot table or a connected table, never two of them. A format or a note can come without any.
 * A computed cell has a result after the change that entered it. In a cell without other content, a result comes from an array
 * formula or a table of another cell.
 */
export interface Cell {
  value?: CellValue
  formula?: string
  pivotTable?: PivotTable
  dataSourceTable?: DataSourceTable
  result?: FormulaResult
  format?: CellFormat
  note?: string
  /** Whether the cell shows a checkbox. A checkbox is never empty: it becomes FALSE when cleared. */
  isCheckbox?: true
}

/** A row's cells by column. Holes and `undefined` are empty cells. */
export type Row = (Cell | undefined)[]

/** The shown value of the cell, with an error as its token; `undefined` when the cell is empty. */
export function effectiveValue(cell: Cell | undefined): CellValue | undefined {
  if (cell?.result) return cell.result.error?.token ?? cell.result.value
  return cell?.value
}

/** Whether the cell shows something: its own entry, or a result of another cell. */
export function isFilled(cell: Cell | undefined): boolean {
  return isEntered(cell) || cell?.result !== undefined
}

/** Whether someone entered a formula or a table into the cell, for the provider to compute. */
export function isComputed(cell: Cell | undefined): boolean {
  return cell?.formula !== undefined || cell?.pivotTable !== undefined || cell?.dataSourceTable !== undefined
}

/** Whether someone entered something into the cell. */
export function isEntered(cell: Cell | undefined): boolean {
  return cell?.value !== undefined || isComputed(cell)
}

/** The number format of the shown value. */
export function shownFormat(cell: Cell | undefined): NumberFormat | undefined {
  return cell?.format?.numberFormat ?? cell?.result?.format
}

/** Picks the cell's value, formula or table with its result, without format and note. */
export function pickContent(cell: Cell | undefined): Cell {
  const { format: _format, note: _note, isCheckbox: _isCheckbox, ...content } = cell ?? {}
  return content
}

/** Removes the entry of a cell; returns `undefined` when nothing is left. */
export function withoutValue(cell: Cell | undefined): Cell | undefined {
  if (!cell) return undefined
  const { note, format, isCheckbox } = cell
  const rest = { ...(format && { format }), ...(note !== undefined && { note }) }
  // A single source reports how Google clears a checkbox.
  return isCheckbox ? { ...rest, isCheckbox, value: false } : compact(rest)
}

/** Returns the cell, or `undefined` when it has no content. */
export function compact(cell: Cell): Cell | undefined {
  const hasContent = Object.values(cell).some((part) => part !== undefined)
  return hasContent ? cell : undefined
}

interface StoredCell {
  v?: CellValue
  f?: string
  p?: PivotTable
  d?: DataSourceTable
  r?: FormulaResult
  s?: CellFormat
  n?: string
  c?: true
}

/** Encodes a row as JSON: plain values as they are, cells with more than a value as objects. `undefined` for an empty row. */
export function encodeRow(row: Row): string | undefined {
  let length = row.length
  while (length > 0 && !row[length - 1]) length -= 1
  if (length === 0) return undefined
  const stored: (CellValue | StoredCell | null)[] = []
  for (let column = 0; column < length; column += 1) stored.push(encodeCell(row[column]))
  return JSON.stringify(stored)
}

function encodeCell(cell: Cell | undefined): CellValue | StoredCell | null {
  if (!cell) return null
  const { value, formula, pivotTable, dataSourceTable, result, format, note, isCheckbox } = cell
  const isPlain = !isComputed(cell) && !result && format === undefined && note === undefined && !isCheckbox
  if (value !== undefined && isPlain) return value
  return {
    ...(value !== undefined && { v: value }),
    ...(formula !== undefined && { f: formula }),
    ...(pivotTable && { p: pivotTable }),
    ...(dataSourceTable && { d: dataSourceTable }),
    ...(result && { r: result }),
    ...(format !== undefined && { s: format }),
    ...(note !== undefined && { n: note }),
    ...(isCheckbox && { c: isCheckbox }),
  }
}

export function decodeRow(text: string): Row {
  const stored: (CellValue | StoredCell | null)[] = JSON.parse(text)
  return stored.map((entry) => {
    if (entry === null) return undefined
    if (typeof entry !== 'object') return { value: entry }
    return {
      ...(entry.v !== undefined && { value: entry.v }),
      ...(entry.f !== undefined && { formula: entry.f }),
      ...(entry.p && { pivotTable: entry.p }),
      ...(entry.d && { dataSourceTable: entry.d }),
      ...(entry.r !== undefined && { result: entry.r }),
      ...(entry.s !== undefined && { format: entry.s }),
      ...(entry.n !== undefined && { note: entry.n }),
      ...(entry.c && { isCheckbox: entry.c }),
    }
  })
}

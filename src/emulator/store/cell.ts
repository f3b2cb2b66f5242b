/** A `CellFormat` of the Sheets API, kept as it was sent. Only `numberFormat` changes how values read. */
export interface CellFormat {
  numberFormat?: NumberFormat
  [field: string]: unknown
}

export interface NumberFormat {
  type?: string
  pattern?: string
}

export type CellValue = string | number | boolean

/**
 * One cell. A formula is kept as typed and never computed: its own text stands for its result.
 * A cell may hold a format or a note without a value.
 */
export interface Cell {
  value?: CellValue
  formula?: string
  format?: CellFormat
  note?: string
}

/** A row's cells by column; holes and `undefined` are empty cells. */
export type Row = (Cell | undefined)[]

/** What the cell shows as its result, or `undefined` when it is empty. */
export function effectiveValue(cell: Cell | undefined): CellValue | undefined {
  return cell?.formula ?? cell?.value
}

/** The same cell without value and formula, or `undefined` when nothing else is left. */
export function withoutValue(cell: Cell | undefined): Cell | undefined {
  if (!cell) return undefined
  const { value: _value, formula: _formula, ...rest } = cell
  return compact(rest)
}

/** `undefined` for a cell that holds nothing at all. */
export function compact(cell: Cell): Cell | undefined {
  const holdsSomething = Object.values(cell).some((part) => part !== undefined)
  return holdsSomething ? cell : undefined
}

interface StoredCell {
  v?: CellValue
  f?: string
  s?: CellFormat
  n?: string
}

/** A row as JSON: a plain value stands for itself, a cell with more than a value becomes an object. */
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
  const { value, formula, format, note } = cell
  if (value !== undefined && formula === undefined && format === undefined && note === undefined) return value
  return {
    ...(value !== undefined && { v: value }),
    ...(formula !== undefined && { f: formula }),
    ...(format !== undefined && { s: format }),
    ...(note !== undefined && { n: note }),
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
      ...(entry.s !== undefined && { format: entry.s }),
      ...(entry.n !== undefined && { note: entry.n }),
    }
  })
}

/** A cell by its place among the loaded rows and the shown columns, both counted from 0. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

interface Extent {
  readonly rows: number
  readonly columns: number
  /** Rows that fit on the screen: how far a page key goes. */
  readonly pageRows: number
}

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** Where a key leads from a cell, kept inside the table as in a spreadsheet; null for a key that moves nothing. */
export function moveCell({ from, press, extent }: { from: CellPlace; press: KeyPress; extent: Extent }) {
  const lastRow = Math.max(0, extent.rows - 1)
  const lastColumn = Math.max(0, extent.columns - 1)
  const toEdge = press.ctrlKey || press.metaKey
  const place = (row: number, column: number): CellPlace => ({
    row: Math.min(lastRow, Math.max(0, row)),
    column: Math.min(lastColumn, Math.max(0, column)),
  })
  switch (press.key) {
    case 'ArrowDown':
      return place(toEdge ? lastRow : from.row + 1, from.column)
    case 'ArrowUp':
      return place(toEdge ? 0 : from.row - 1, from.column)
    case 'ArrowRight':
      return place(from.row, toEdge ? lastColumn : from.column + 1)
    case 'ArrowLeft':
      return place(from.row, toEdge ? 0 : from.column - 1)
    case 'PageDown':
      return place(from.row + extent.pageRows, from.column)
    case 'PageUp':
      return place(from.row - extent.pageRows, from.column)
    case 'Home':
      return place(toEdge ? 0 : from.row, 0)
    case 'End':
      return place(toEdge ? lastRow : from.row, lastColumn)
    default:
      return null
  }
}

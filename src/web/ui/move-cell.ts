/** A cell's zero-based position among the loaded rows and visible columns. */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

interface Extent {
  readonly rows: number
  readonly columns: number
  /** Rows per screen: how far Page Up and Page Down move. */
  readonly pageRows: number
}

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** The cell a key moves to, within the bounds of the grid as in a spreadsheet; null for other keys. */
export function moveCell({ from, press, extent }: { from: CellPosition; press: KeyPress; extent: Extent }) {
  const lastRow = Math.max(0, extent.rows - 1)
  const lastColumn = Math.max(0, extent.columns - 1)
  const toEdge = press.ctrlKey || press.metaKey
  const position = (row: number, column: number): CellPosition => ({
    row: Math.min(lastRow, Math.max(0, row)),
    column: Math.min(lastColumn, Math.max(0, column)),
  })
  switch (press.key) {
    case 'ArrowDown':
      return position(toEdge ? lastRow : from.row + 1, from.column)
    case 'ArrowUp':
      return position(toEdge ? 0 : from.row - 1, from.column)
    case 'ArrowRight':
      return position(from.row, toEdge ? lastColumn : from.column + 1)
    case 'ArrowLeft':
      return position(from.row, toEdge ? 0 : from.column - 1)
    case 'PageDown':
      return position(from.row + extent.pageRows, from.column)
    case 'PageUp':
      return position(from.row - extent.pageRows, from.column)
    case 'Home':
      return position(toEdge ? 0 : from.row, 0)
    case 'End':
      return position(toEdge ? lastRow : from.row, lastColumn)
    default:
      return null
  }
}

/** The origin of cells nobody entered: a formula, a pivot table, or a table connected to a data source. */
export type Computation = 'formula' | 'pivot' | 'connected'

/** The cell where it was entered, counted from 1. */
export interface ComputedCell {
  row: number
  column: number
  by: Computation
}

export interface TableCell extends ComputedCell {
  by: Exclude<Computation, 'formula'>
}

export function isTable(cell: ComputedCell): cell is TableCell {
  return cell.by !== 'formula'
}

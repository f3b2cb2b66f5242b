import { type Area, cellArea, overlaps } from '#domain/copy/area.ts'
import { isEmptyCell } from '#domain/copy/cell.ts'
import { measureArea, type Patch } from '#domain/copy/patch.ts'

/** Whether a patch gives a value to a cell of a merge other than its first. */
export function fillsCoveredCell(patch: Patch, merge: Area): boolean {
  return hasCellIn(patch, merge, ({ row, column, cell }) => {
    const isFirst = row === merge.firstRow && column === merge.firstColumn
    return !isFirst && !isEmptyCell(cell)
  })
}

/** Cells only some people may edit. */
export interface ProtectedArea extends Area {
  /** Parts of the area open to everyone. */
  open: readonly Area[]
}

/** Whether a patch writes or clears a protected cell. */
export function writesProtectedCell(patch: Patch, area: ProtectedArea): boolean {
  return hasCellIn(patch, area, (cell) => !area.open.some((open) => overlaps(cellArea(cell), open)))
}

export function writesInto(patch: Patch, area: Area): boolean {
  return hasCellIn(patch, area, () => true)
}

interface PlacedCell {
  row: number
  column: number
  cell: Patch['cells'][number][number]
}

function hasCellIn(patch: Patch, area: Area, matches: (placed: PlacedCell) => boolean): boolean {
  if (!overlaps(measureArea(patch), area)) return false
  return patch.cells.some((cells, down) =>
    cells.some((cell, right) => {
      const placed = { row: patch.row + down, column: patch.column + right, cell }
      return cell !== null && overlaps(cellArea(placed), area) && matches(placed)
    }),
  )
}

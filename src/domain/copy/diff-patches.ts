import type { Cell } from './cell.ts'

/**
 * A block of cells to write. `row` and `column` are its top left corner, counted from 1; its rows may be of different
 * lengths. `null` leaves the target's cell as it is, `''` empties it.
 */
export interface Patch {
  row: number
  column: number
  cells: Cell[][]
}

interface PlacedCell {
  row: number
  column: number
  cell: Cell
}

/**
 * Bridging a gap with `null,` costs 5 bytes a cell and `[],` 3 bytes a row, while a range of its own costs about 50:
 * so near changes share a range.
 */
const WIDEST_GAP_COLUMNS = 8
const TALLEST_GAP_ROWS = 12

/** Gathers changed cells, given row by row and left to right, into few patches. */
export function createPatchGatherer(): { patches: Patch[]; add(placed: PlacedCell): void } {
  const patches: Patch[] = []
  const latestByBand = new Map<number, Patch>()
  let current: Patch | undefined

  function nearPatch(band: number, { row, column }: PlacedCell): Patch | undefined {
    const patch = latestByBand.get(band)
    if (!patch || patch.column > column || column - patch.column > WIDEST_GAP_COLUMNS) return undefined
    const gapRows = row - nextRow(patch)
    return gapRows >= 0 && gapRows <= TALLEST_GAP_ROWS ? patch : undefined
  }

  function patchFor(placed: PlacedCell): Patch {
    const band = Math.floor(placed.column / WIDEST_GAP_COLUMNS)
    const near = nearPatch(band, placed) ?? nearPatch(band - 1, placed)
    if (near) return near
    const patch = { row: placed.row, column: placed.column, cells: [] }
    patches.push(patch)
    latestByBand.set(band, patch)
    return patch
  }

  return {
    patches,
    add(placed) {
      if (!current || !reaches(current, placed)) current = patchFor(placed)
      put(current, placed)
    },
  }
}

/** Whether the cell is on the patch's last row, near its end. */
function reaches(patch: Patch, { row, column }: PlacedCell): boolean {
  if (nextRow(patch) !== row + 1) return false
  const endColumn = patch.column + (patch.cells.at(-1)?.length ?? 0)
  return column <= endColumn + WIDEST_GAP_COLUMNS
}

function nextRow(patch: Patch): number {
  return patch.row + patch.cells.length
}

function put(patch: Patch, { row, column, cell }: PlacedCell): void {
  while (nextRow(patch) <= row) patch.cells.push([])
  const cells = patch.cells.at(-1)
  if (!cells) return
  while (patch.column + cells.length < column) cells.push(null)
  cells.push(cell)
}

/** How many cells a patch writes. */
export function countCells(patch: Patch): number {
  let count = 0
  for (const row of patch.cells) for (const cell of row) if (cell !== null) count += 1
  return count
}

/** The part of a patch inside rows up to `lastRow` and columns up to `lastColumn`; undefined when nothing of it is. */
export function clipPatch(patch: Patch, { lastRow, lastColumn }: { lastRow: number; lastColumn: number }) {
  const cells = patch.cells
    .slice(0, Math.max(0, lastRow - patch.row + 1))
    .map((row) => row.slice(0, Math.max(0, lastColumn - patch.column + 1)))
  const clipped: Patch = { ...patch, cells }
  return countCells(clipped) > 0 ? clipped : undefined
}

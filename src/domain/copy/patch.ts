import type { Area } from './area.ts'
import { type Cell, isEmptyCell, isSameCell } from './cell.ts'
import type { Entered } from './entered.ts'
import { bareError } from './error-cell.ts'

/**
 * A block of cells to write. `row` and `column` are its top left corner, counted from 1; its rows may have different
 * lengths. `null` skips a cell, `''` clears it.
 */
export interface Patch {
  row: number
  column: number
  cells: Cell[][]
  /** The previous entries of these cells, where known; missing if all of them were empty. */
  before?: Entered[][]
  /** The bytes of skipped target cells inside its rectangle. They come back in the answer to the write. */
  skippedBytes?: number
  /** The intended rows, if people may move them meanwhile. */
  keys?: PatchKeys
}

/** The cells that name the rows of a patch. Skipped cells must be there once the patch is written. */
export interface PatchKeys {
  /** Counted from 1 in the tab. */
  columns: readonly number[]
  /** By row of the patch. */
  rows: Cell[][]
  /** By row: other skipped cells that must be there, by column, if the patch changes the cells that name the row. */
  others?: [column: number, cell: Cell][][]
}

interface PlacedCell {
  row: number
  column: number
  cell: Cell
}

/**
 * Maximum gaps between changes in a shared range: bridging costs 5 bytes per cell (`null,`) and 3 bytes per row (`[],`),
 * another range about 50.
 */
const MAX_GAP_COLUMNS = 8
const MAX_GAP_ROWS = 12

/** Collects changed cells, added row by row and left to right, into few patches. */
export function createPatchBuilder(): { patches: Patch[]; add(placed: PlacedCell): void } {
  const patches: Patch[] = []
  const latestByBand = new Map<number, Patch>()
  let current: Patch | undefined

  function findNearbyPatch(band: number, { row, column }: PlacedCell): Patch | undefined {
    const patch = latestByBand.get(band)
    if (!patch || patch.column > column || column - patch.column > MAX_GAP_COLUMNS) return undefined
    const gapRows = row - nextRow(patch)
    return gapRows >= 0 && gapRows <= MAX_GAP_ROWS ? patch : undefined
  }

  function patchFor(placed: PlacedCell): Patch {
    const band = Math.floor(placed.column / MAX_GAP_COLUMNS)
    const nearby = findNearbyPatch(band, placed) ?? findNearbyPatch(band - 1, placed)
    if (nearby) return nearby
    const patch = { row: placed.row, column: placed.column, cells: [] }
    patches.push(patch)
    latestByBand.set(band, patch)
    return patch
  }

  return {
    patches,
    add(placed) {
      if (!current || !reaches(current, placed)) current = patchFor(placed)
      append(current, placed)
    },
  }
}

/** Whether the cell is on the patch's last row, close to its end. */
function reaches(patch: Patch, { row, column }: PlacedCell): boolean {
  if (nextRow(patch) !== row + 1) return false
  const endColumn = patch.column + (patch.cells.at(-1)?.length ?? 0)
  return column <= endColumn + MAX_GAP_COLUMNS
}

function nextRow(patch: Patch): number {
  return patch.row + patch.cells.length
}

function append(patch: Patch, { row, column, cell }: PlacedCell): void {
  while (nextRow(patch) <= row) patch.cells.push([])
  const cells = patch.cells.at(-1)
  if (!cells) return
  while (patch.column + cells.length < column) cells.push(null)
  cells.push(cell)
}

/** Number of cells a patch writes or clears. */
export function countCells(patch: { cells: readonly (readonly unknown[])[] }): number {
  let count = 0
  for (const row of patch.cells) for (const cell of row) if (cell !== null) count += 1
  return count
}

interface PlacedCells {
  row: number
  column: number
  cells: readonly (readonly unknown[])[]
}

/** The cells of a patch's rectangle. */
export function measureArea({ row, column, cells }: PlacedCells): Area {
  let width = 1
  for (const cellsOfRow of cells) width = Math.max(width, cellsOfRow.length)
  return { firstRow: row, firstColumn: column, lastRow: row + cells.length - 1, lastColumn: column + width - 1 }
}

/** Splits a patch into patches of a single row each without skipped columns. */
export function splitIntoSegments({ row, column, cells, before }: Patch): Patch[] {
  return cells.flatMap((cellsOfRow, down) => {
    const segments: Patch[] = []
    for (const [right, cell] of cellsOfRow.entries()) {
      if (cell === null) continue
      const segment = cellsOfRow[right - 1] == null ? undefined : segments.at(-1)?.cells[0]
      if (segment) segment.push(cell)
      else {
        const held = before && { before: [(before[down] ?? []).slice(right)] }
        segments.push({ row: row + down, column: column + right, cells: [[cell]], ...held })
      }
    }
    return segments
  })
}

/** The part of a patch up to a column; undefined if there is none. */
export function clipPatch(patch: Patch, { lastColumn }: { lastColumn: number }): Patch | undefined {
  const clipped = {
    ...patch,
    cells: patch.cells.map((row) => row.slice(0, Math.max(0, lastColumn - patch.column + 1))),
  }
  return countCells(clipped) > 0 ? clipped : undefined
}

/**
 * Whether the provider holds exactly the values the patch wrote. `rows` are the values of the patch's rectangle. An error token
 * may have become an error again.
 */
export function isWrittenAs(patch: Patch, rows: readonly (readonly Cell[])[]): boolean {
  return patch.cells.every((sent, down) =>
    sent.every((cell, right) => {
      const held = rows[down]?.[right]
      return cell === null || isSameCell(cell, held) || (!isEmptyCell(cell) && bareError(held) === cell)
    }),
  )
}

/** Where the longest text of the patches is; the first cell if there is no text. */
export function longestText(patches: readonly Patch[]): { row: number; column: number } {
  let longest = { row: patches[0]?.row ?? 1, column: patches[0]?.column ?? 1 }
  let length = 0
  for (const { row, column, cells } of patches) {
    for (const [down, values] of cells.entries()) {
      for (const [right, value] of values.entries()) {
        if (typeof value !== 'string' || value.length <= length) continue
        longest = { row: row + down, column: column + right }
        length = value.length
      }
    }
  }
  return longest
}

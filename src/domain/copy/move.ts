import type { Area } from './area.ts'
import { isEmptyEntry } from './entered.ts'
import { createPatchBuilder, type Patch } from './patch.ts'

/** Cells of the target whose values are copied to another place of it. Rows and columns count from 1. */
export interface Move {
  from: Area
  toRow: number
  toColumn: number
}

export function destinationOf({ from, toRow, toColumn }: Move): Area {
  return {
    firstRow: toRow,
    firstColumn: toColumn,
    lastRow: toRow + from.lastRow - from.firstRow,
    lastColumn: toColumn + from.lastColumn - from.firstColumn,
  }
}

/**
 * The moves in an order in which none overwrites what another one still has to copy. They must keep the order of what they
 * move: what moves forward goes last to first, what moves back first to last.
 */
export function inSafeOrder(moves: readonly Move[]): Move[] {
  const isForward = ({ from, toRow, toColumn }: Move) => toRow > from.firstRow || toColumn > from.firstColumn
  const sorted = moves.toSorted((one, other) => one.toRow - other.toRow || one.toColumn - other.toColumn)
  return [...sorted.filter(isForward).reverse(), ...sorted.filter((move) => !isForward(move))]
}

/** The cells of a patch that no move fills. */
export function outsideMoves(patch: Patch, moves: readonly Move[]): Patch[] {
  const near = moves.map(destinationOf).filter((area) => overlapsRows(patch, area))
  if (near.length === 0) return [patch]
  const builder = createPatchBuilder()
  for (const [down, cells] of patch.cells.entries()) {
    const row = patch.row + down
    const filled = near.filter(({ firstRow, lastRow }) => firstRow <= row && row <= lastRow)
    for (const [right, cell] of cells.entries()) {
      const column = patch.column + right
      const isFilled = filled.some(({ firstColumn, lastColumn }) => firstColumn <= column && column <= lastColumn)
      if (cell !== null && !isFilled) builder.add({ row, column, cell })
    }
  }
  return builder.patches
}

function overlapsRows({ row, cells }: Patch, { firstRow, lastRow }: Area): boolean {
  return firstRow < row + cells.length && row <= lastRow
}

/** Number of filled cells that moves and remaining writes add to the target. */
export interface Growth {
  moved: number
  written: number
}

/** Adds what a patch changes, as `diffRows` found it. */
export function addGrowth(growth: Growth, patch: Patch, moves: readonly Move[]): void {
  const total = growthOf(patch)
  const written = outsideMoves(patch, moves).reduce((sum, left) => sum + growthOf(heldIn(left, patch)), 0)
  growth.written += written
  growth.moved += total - written
}

function growthOf({ cells, before }: Patch): number {
  let growth = 0
  for (const [down, ofRow] of cells.entries()) {
    for (const [right, cell] of ofRow.entries()) {
      if (cell === '') growth -= 1
      else if (cell !== null && isEmptyEntry(before?.[down]?.[right])) growth += 1
    }
  }
  return growth
}

/** A part of a patch with what its cells held. */
function heldIn(part: Patch, { row, column, before }: Patch): Patch {
  if (!before) return part
  const held = part.cells.map((_, down) => (before[part.row - row + down] ?? []).slice(part.column - column))
  return { ...part, before: held }
}

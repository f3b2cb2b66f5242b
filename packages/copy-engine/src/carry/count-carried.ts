import type { RunCounts } from '#domain/runs/run-counts.ts'
import type { CarriedRows } from './plan-carry.ts'

/** Counts cells of moved and removed rows: all cells in the region, and filled cells beside it. */
export function countCarried(
  { listed, removed }: CarriedRows['moves'],
  { firstColumn, lastColumn }: { firstColumn: number; lastColumn: number },
): RunCounts {
  const width = lastColumn - firstColumn + 1
  const cells = (rows: number) => rows * width
  return {
    cellsChanged: cells(listed.rows) + listed.cells,
    cellsMoved: cells(listed.rows - removed.length) + listed.cells,
  }
}

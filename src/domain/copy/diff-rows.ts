import { type Cell, isEmptyCell, isSameCell } from './cell.ts'
import { createPatchGatherer, type Patch } from './diff-patches.ts'

interface RowsToCompare {
  /** Number of the first row of both, counted from 1. */
  firstRow: number
  source: readonly (readonly Cell[])[]
  target: readonly (readonly Cell[])[]
}

interface Difference {
  /** Cells that get a value. */
  fills: Patch[]
  /** Cells that become empty, as `''`. They are kept apart because they must be written after every fill. */
  clears: Patch[]
}

/** What to write so that the target's rows equal the source's. */
export function diffRows({ firstRow, source, target }: RowsToCompare): Difference {
  const fills = createPatchGatherer()
  const clears = createPatchGatherer()
  for (let index = 0; index < Math.max(source.length, target.length); index += 1) {
    const wanted = source[index] ?? []
    const present = target[index] ?? []
    const row = firstRow + index
    for (let at = 0; at < Math.max(wanted.length, present.length); at += 1) {
      const cell = wanted[at] ?? null
      if (isSameCell(cell, present[at])) continue
      if (isEmptyCell(cell)) clears.add({ row, column: at + 1, cell: '' })
      else fills.add({ row, column: at + 1, cell })
    }
  }
  return { fills: fills.patches, clears: clears.patches }
}

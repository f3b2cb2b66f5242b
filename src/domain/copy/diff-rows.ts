import { type Cell, isEmptyCell, isSameCell } from './cell.ts'
import { jsonBytes } from './json-bytes.ts'
import { createPatchBuilder, measureArea, type Patch } from './patch.ts'

interface RowsToCompare {
  /** Row number of the first row in both, counted from 1. */
  firstRow: number
  source: readonly (readonly Cell[])[]
  target: readonly (readonly Cell[])[]
}

interface Difference {
  /** Cells that get a value. */
  fills: Patch[]
  /** Cells that become empty, as `''`. They are separate because they must be written after every fill. */
  clears: Patch[]
}

/** The cells to write to make the target's rows equal the source's. */
export function diffRows({ firstRow, source, target }: RowsToCompare): Difference {
  const fills = createPatchBuilder()
  const clears = createPatchBuilder()
  for (let index = 0; index < Math.max(source.length, target.length); index += 1) {
    const sourceRow = source[index] ?? []
    const targetRow = target[index] ?? []
    const row = firstRow + index
    for (let at = 0; at < Math.max(sourceRow.length, targetRow.length); at += 1) {
      const cell = sourceRow[at] ?? null
      if (isSameCell(cell, targetRow[at])) continue
      if (isEmptyCell(cell)) clears.add({ row, column: at + 1, cell: '' })
      else fills.add({ row, column: at + 1, cell })
    }
  }
  for (const patch of [...fills.patches, ...clears.patches]) {
    const bytes = skippedBytes(patch, { firstRow, target })
    if (bytes > 0) patch.skippedBytes = bytes
    const before = heldBy(patch, { firstRow, target })
    if (before) patch.before = before
  }
  return { fills: fills.patches, clears: clears.patches }
}

/** The target's values in the cells of a patch; undefined if they are all empty. */
function heldBy(patch: Patch, { firstRow, target }: Pick<RowsToCompare, 'firstRow' | 'target'>): Cell[][] | undefined {
  let isEmpty = true
  const held = patch.cells.map((cells, down) => {
    const targetRow = target[patch.row + down - firstRow] ?? []
    const row = cells.map((cell, right) => (cell === null ? null : (targetRow[patch.column - 1 + right] ?? null)))
    isEmpty &&= row.every(isEmptyCell)
    return row
  })
  return isEmpty ? undefined : held
}

function skippedBytes(patch: Patch, { firstRow, target }: Pick<RowsToCompare, 'firstRow' | 'target'>): number {
  const { lastColumn } = measureArea(patch)
  let bytes = 0
  for (const [down, cells] of patch.cells.entries()) {
    const targetRow = target[patch.row + down - firstRow] ?? []
    for (let at = patch.column - 1; at < Math.min(lastColumn, targetRow.length); at += 1) {
      if ((cells[at + 1 - patch.column] ?? null) === null) bytes += jsonBytes([targetRow[at] ?? null])
    }
  }
  return bytes
}

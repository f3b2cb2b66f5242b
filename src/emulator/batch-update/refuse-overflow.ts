import { invalidArgument } from '../google-error.ts'
import type { SentCell } from '../messages/cell-data.ts'
import type { BoundedBox } from '../values/a1.ts'

/** @throws GoogleError when the sent cells, laid from the box's first cell on, reach past it. */
export function refuseOverflow(rows: readonly (readonly SentCell[])[], box: BoundedBox): void {
  if (box.startRow + rows.length > box.endRow) {
    throw invalidArgument(`Attempting to write row: ${box.endRow}, beyond the last requested row of: ${box.endRow - 1}`)
  }
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (box.startColumn + width > box.endColumn) {
    throw invalidArgument(
      `Attempting to write column: ${box.endColumn}, beyond the last requested column of: ${box.endColumn - 1}`,
    )
  }
}

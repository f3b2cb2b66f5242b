import { openDataCopy } from '#server/data-copy/data-copies.ts'
import type { Orm } from '#server/storage/database.ts'

const ROWS_AT_ONCE = 5000

/** Stores a data copy of mixed cells for a task. */
export async function writeDataCopy(
  orm: Orm,
  { taskId, rows, columns }: { taskId: number; rows: number; columns: number },
): Promise<void> {
  const names = Array.from({ length: columns }, (_, at) => `Column${at + 1}`)
  await using writer = await openDataCopy(orm, { taskId, columns: names, now: new Date() })
  for (let first = 0; first < rows; first += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, rows - first)
    await writer.append(
      Array.from({ length: count }, (_, at) => names.map((_name, column) => cell(first + at, column))),
    )
  }
  await writer.publish()
}

/** Text, numbers, booleans and empty cells in an order that looks random. */
function cell(row: number, column: number) {
  const mixed = (Math.imul(row + 1, 2_654_435_761) ^ Math.imul(column + 1, 40_503)) >>> 0
  if (column % 3 === 0) return `Customer ${mixed % 100_000} of branch ${mixed % 97}`
  if (column % 3 === 1) return mixed / 100
  return mixed % 4 === 0 ? null : mixed % 2 === 0
}

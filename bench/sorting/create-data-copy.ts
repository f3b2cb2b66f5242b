import { pino } from 'pino'
import { openDatabase } from '#server/storage/database.ts'
import { openDataCopy } from '#server/tasks/data-copies.ts'
import { startTestClusterOn } from '#tests/support/test-cluster.ts'

const ROWS_AT_ONCE = 5000

/** Fills the embedded database in `dataDir` with a task and its copied rows, and returns the task's ID. */
export async function createDataCopy({
  dataDir,
  rows,
  columns,
}: {
  dataDir: string
  rows: number
  columns: number
}): Promise<number> {
  const logger = pino({ level: 'silent' })
  await using cluster = startTestClusterOn(await openDatabase({ dataDir }, { logger, now: () => new Date() }))
  const taskId = await cluster.addTask(await cluster.addType())
  const names = Array.from({ length: columns }, (_, at) => `Column${at + 1}`)
  await using writer = await openDataCopy(cluster.orm, { taskId, columns: names, now: new Date() })
  for (let first = 0; first < rows; first += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, rows - first)
    await writer.append(
      Array.from({ length: count }, (_, at) => names.map((_name, column) => cell(first + at, column))),
    )
  }
  await writer.publish()
  return taskId
}

/** Text, numbers, booleans and empty cells in an order that looks random. */
function cell(row: number, column: number) {
  const mixed = (Math.imul(row + 1, 2_654_435_761) ^ Math.imul(column + 1, 40_503)) >>> 0
  if (column % 3 === 0) return `Customer ${mixed % 100_000} of branch ${mixed % 97}`
  if (column % 3 === 1) return mixed / 100
  return mixed % 4 === 0 ? null : mixed % 2 === 0
}

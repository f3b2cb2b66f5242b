import { pino } from 'pino'
import { openDatabase } from '#server/storage/open-database.ts'
import { startTestClusterOn } from '#tests/support/test-cluster.ts'
import { writeDataCopy } from '../write-data-copy.ts'

/** Fills the embedded database in `dataDir` with a task and its copied rows, and returns the task's ID. */
export async function createDataCopy({
  dataDir,
  ...size
}: {
  dataDir: string
  rows: number
  columns: number
}): Promise<number> {
  const logger = pino({ level: 'silent' })
  await using cluster = startTestClusterOn(await openDatabase({ dataDir }, { logger, now: () => new Date() }))
  const taskId = await cluster.addTask(await cluster.addType())
  await writeDataCopy(cluster.orm, { taskId, ...size })
  return taskId
}

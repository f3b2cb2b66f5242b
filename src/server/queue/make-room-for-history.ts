import { expireChangeSets } from '#server/runs/expire-change-sets.ts'
import type { Orm } from '#server/storage/database.ts'
import { appendTaskLogs } from '#server/task-logs/task-logs.ts'

const BYTES_PER_MB = 1_000_000

interface Options {
  /** Maximum size of all change sets together. */
  historyBytes: number
  now: () => Date
}

/** Deletes change sets that are too old or too many. Warns in the log of tasks that have none left for lack of space. */
export async function makeRoomForHistory(orm: Orm, { historyBytes, now }: Options): Promise<void> {
  const lost = await expireChangeSets(orm, { maxBytes: historyBytes, now: now() })
  const space = (historyBytes / BYTES_PER_MB).toLocaleString('en-US')
  await appendTaskLogs(
    orm,
    lost.map(({ taskId, runId }) => ({
      taskId,
      runId,
      level: 'WARNING' as const,
      message: `Run ${runId} can no longer be undone: the changes of newer runs, of all tasks together, take up the ${space} MB that are kept (HISTORY_MB).`,
      at: now(),
    })),
  )
}

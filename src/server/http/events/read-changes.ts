import { and, desc, gt, inArray, max } from 'drizzle-orm'
import type { PushEvent } from '#contract/event.ts'
import type { Queue } from '#server/queue/queue.ts'
import { isRunAllGoing } from '#server/runs/queue-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { taskLogs } from '#server/storage/schema.ts'
import { presentTaskLog, type TaskLogRow } from '#server/tasks/task-logs.ts'
import type { ChangeBatch } from './change-batch.ts'

const MAX_LOG_LINES = 1000

interface Options {
  orm: Orm
  queue: Pick<Queue, 'progress'>
  /** The schedule's zone. */
  timezone: string
}

interface ChangeReader {
  /** Forgets what was logged before now. */
  reset(): Promise<void>
  read(batch: ChangeBatch): Promise<PushEvent[]>
}

/** Turns a batch of notifications into events, with a few queries at most, however many pages hear of them. */
export function createChangeReader({ orm, queue, timezone }: Options): ChangeReader {
  let toldBefore = 0
  let lastToldOf = new Map<number, number>()

  async function progressEvents(taskIds: number[]): Promise<PushEvent[]> {
    if (taskIds.length === 0) return []
    const tasks = Object.fromEntries(await queue.progress(taskIds))
    return [{ kind: 'progress', tasks, all_running: await isRunAllGoing(orm) }]
  }

  async function newLines(taskIds: number[]): Promise<TaskLogRow[]> {
    const oldest = Math.min(...taskIds.map((id) => lastToldOf.get(id) ?? toldBefore))
    const rows = await orm
      .select()
      .from(taskLogs)
      .where(and(inArray(taskLogs.taskId, taskIds), gt(taskLogs.id, oldest)))
      .orderBy(desc(taskLogs.id))
      .limit(MAX_LOG_LINES)
    // The newest ones were asked for: told lines of a busy task may not keep out new ones of another.
    return rows.toReversed().filter((row) => row.id > (lastToldOf.get(row.taskId) ?? toldBefore))
  }

  async function logEvents(taskIds: number[]): Promise<PushEvent[]> {
    if (taskIds.length === 0) return []
    const rows = await newLines(taskIds)
    for (const row of rows) lastToldOf.set(row.taskId, row.id)
    return Object.entries(Object.groupBy(rows, (row) => row.taskId)).map(([taskId, lines = []]) => ({
      kind: 'logs',
      task_id: Number(taskId),
      logs: lines.map((line) => presentTaskLog(line, timezone)),
    }))
  }

  return {
    async reset() {
      const [newest] = await orm.select({ id: max(taskLogs.id) }).from(taskLogs)
      toldBefore = newest?.id ?? 0
      lastToldOf = new Map()
    },
    async read(batch) {
      const progress = await progressEvents([...batch.runTaskIds])
      const lists = [...batch.lists].map((what) => ({ kind: 'changed' as const, what }))
      const cleared = [...batch.clearedLogTaskIds].map((task_id) => ({ kind: 'logs_cleared' as const, task_id }))
      return [...progress, ...cleared, ...(await logEvents([...batch.logTaskIds])), ...lists]
    },
  }
}

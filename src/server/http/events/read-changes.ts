import type { PushEvent } from '#contract/event.ts'
import type { Queue } from '#server/queue/queue.ts'
import { isRunAllInProgress } from '#server/runs/queue-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { lastTaskLogId, newTaskLogs, presentTaskLog } from '#server/tasks/task-logs.ts'
import type { ChangeBatch } from './change-batch.ts'

const MAX_LOG_LINES = 1000

interface Options {
  orm: Orm
  queue: Pick<Queue, 'progress'>
  formatTime: (at: Date) => string
}

interface ChangeReader {
  /** Skips everything logged so far. */
  reset(): Promise<void>
  read(batch: ChangeBatch): Promise<PushEvent[]>
}

/** Turns a batch of notifications into events. The number of queries does not depend on the number of open pages. */
export function createChangeReader({ orm, queue, formatTime }: Options): ChangeReader {
  let firstUnreadAfter = 0
  let lastReadOfTask = new Map<number, number>()
  const lastReadId = (taskId: number) => lastReadOfTask.get(taskId) ?? firstUnreadAfter

  async function progressEvents(taskIds: number[]): Promise<PushEvent[]> {
    if (taskIds.length === 0) return []
    const tasks = Object.fromEntries(await queue.progress(taskIds))
    return [{ kind: 'progress', tasks, all_running: await isRunAllInProgress(orm) }]
  }

  async function logEvents(taskIds: number[]): Promise<PushEvent[]> {
    if (taskIds.length === 0) return []
    const afterId = Math.min(...taskIds.map(lastReadId))
    const newest = await newTaskLogs(orm, { taskIds, afterId, last: MAX_LOG_LINES })
    const unread = newest.filter((row) => row.id > lastReadId(row.taskId))
    for (const { taskId, id } of unread) lastReadOfTask.set(taskId, id)
    return Object.entries(Object.groupBy(unread, (row) => row.taskId)).map(([taskId, lines = []]) => ({
      kind: 'logs',
      task_id: Number(taskId),
      logs: lines.map((line) => presentTaskLog(line, formatTime)),
    }))
  }

  return {
    async reset() {
      firstUnreadAfter = await lastTaskLogId(orm)
      lastReadOfTask = new Map()
    },
    async read(batch) {
      const progress = await progressEvents([...batch.runTaskIds])
      const lists = [...batch.lists].map((what) => ({ kind: 'changed' as const, what }))
      const cleared = [...batch.clearedLogTaskIds].map((task_id) => ({ kind: 'logs_cleared' as const, task_id }))
      return [...progress, ...cleared, ...(await logEvents([...batch.logTaskIds])), ...lists]
    },
  }
}

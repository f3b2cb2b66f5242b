import type { PushEvent } from '#contract/event.ts'
import type { PresenterContext } from '#server/http/present/present-task.ts'
import { isRunAllInProgress } from '#server/runs/queue-runs.ts'
import { lastTaskLogId, newTaskLogs, presentTaskLog, type TaskLogRow } from '#server/task-logs/task-logs.ts'
import type { ChangeBatch } from './change-batch.ts'
import { groupByState } from './group-progress.ts'
import { createTaskChanges } from './task-changes.ts'

const MAX_LOG_LINES = 500

export interface ChangeReader {
  /** Skips all changes up to now. */
  reset(): Promise<void>
  read(batch: ChangeBatch): Promise<PushEvent[]>
  /** Whether some changes have not been read yet. */
  readonly hasMore: boolean
}

/** Turns a batch of notifications into events. The number of queries does not depend on the number of open pages. */
export function createChangeReader(context: PresenterContext): ChangeReader {
  const { orm, formatTime } = context
  const taskChanges = createTaskChanges(context)
  let firstUnreadAfter = 0
  let lastReadOfTask = new Map<number, number>()
  const lastReadId = (taskId: number) => lastReadOfTask.get(taskId) ?? firstUnreadAfter

  async function logEvents(taskIds: number[]): Promise<PushEvent[]> {
    if (taskIds.length === 0) return []
    const afterId = Math.min(...taskIds.map(lastReadId))
    const newest = await newTaskLogs(orm, { taskIds, afterId, last: MAX_LOG_LINES })
    if (newest.length === MAX_LOG_LINES) return skipLines(newest, taskIds)
    const unread = newest.filter((row) => row.id > lastReadId(row.taskId))
    for (const { taskId, id } of unread) lastReadOfTask.set(taskId, id)
    return linesByTask(unread)
  }

  function linesByTask(rows: readonly TaskLogRow[]): PushEvent[] {
    return [...Map.groupBy(rows, (row) => row.taskId)].map(([task_id, lines]) => ({
      kind: 'logs',
      task_id,
      logs: lines.map((line) => presentTaskLog(line, formatTime)),
    }))
  }

  /** If there are too many lines, sends only each task's last line for its card. Pages read the logs they show. */
  function skipLines(newest: readonly TaskLogRow[], taskIds: readonly number[]): PushEvent[] {
    const skippedUpTo = (newest[0]?.id ?? 1) - 1
    const lastOfTask = new Map(newest.map((row) => [row.taskId, row]))
    for (const taskId of taskIds) {
      const last = lastOfTask.get(taskId)
      lastReadOfTask.set(taskId, last?.id ?? Math.max(lastReadId(taskId), skippedUpTo))
      if (!last) taskChanges.resend(taskId)
    }
    return [...linesByTask([...lastOfTask.values()]), { kind: 'changed', what: 'logs' }]
  }

  return {
    async reset() {
      firstUnreadAfter = await lastTaskLogId(orm)
      lastReadOfTask = new Map()
    },
    async read(batch) {
      const changed = await taskChanges.read(batch)
      const lists = [...batch.lists].map((what) => ({ kind: 'changed' as const, what }))
      const cleared = [...batch.clearedLogTaskIds]
      // Newer lines may have been sent before pages learned that the log was cleared, so send them again.
      for (const taskId of cleared) lastReadOfTask.set(taskId, 0)
      const logs = [
        ...cleared.map((task_id) => ({ kind: 'logs_cleared' as const, task_id })),
        ...(await logEvents(cleared)),
        ...(await logEvents([...batch.logTaskIds].filter((taskId) => !batch.clearedLogTaskIds.has(taskId)))),
      ]
      return [...changed, ...logs, ...lists]
    },
    get hasMore() {
      return taskChanges.hasMore
    },
  }
}

/** Creates a reader for hidden pages, which only reads the progress of changed tasks. */
export function createProgressReader({ orm, queue }: Pick<PresenterContext, 'orm' | 'queue'>): ChangeReader {
  return {
    reset: async () => undefined,
    async read({ runTaskIds, editedTaskIds }) {
      const taskIds = [...new Set([...runTaskIds, ...editedTaskIds])]
      if (taskIds.length === 0) return []
      const groups = groupByState(await queue.progress(taskIds))
      return [{ kind: 'progress', groups, all_running: await isRunAllInProgress(orm) }]
    },
    hasMore: false,
  }
}

import { modeTraits } from '#domain/shape/mode-traits.ts'
import type { AppendState } from '#domain/shape/place-append.ts'
import { readAppends } from '#server/runs/appends.ts'
import type { Orm } from '#server/storage/database.ts'
import type { Task } from '#server/tasks/read-tasks.ts'
import { serialOf } from './job-of-task.ts'

interface Run {
  task: Task
  /** Undefined if no run has been requested yet. */
  runId?: number
  /** Local start time: '2026-07-14 05:30:00 EDT'. */
  startedAt: string
}

/** Reads which target rows belong to earlier runs of a task; undefined if the task does not append. */
export async function appendOf(orm: Orm, { task, runId, startedAt }: Run): Promise<AppendState | undefined> {
  if (!modeTraits[task.mode].addsRows) return undefined
  const { id: taskId, targetSsId } = task
  const run = { taskId, targetSsId, startedAt: serialOf(startedAt) }
  return await readAppends(orm, runId === undefined ? run : { ...run, runId })
}

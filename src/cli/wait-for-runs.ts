import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { listTasks } from './find-tasks.ts'

const POLL_MS = 1000

interface Wait {
  taskIds: readonly number[]
  signal: AbortSignal
  /** Called after each read of the progress. */
  onProgress(progress: { ended: number; rowsDone: number; rowsTotal: number | undefined }): void
}

/** Waits until no task has a run in progress, and returns the tasks. */
export async function waitForRuns(client: Client, { taskIds, signal, onProgress }: Wait): Promise<Task[]> {
  for (;;) {
    const { all_running_status } = await client.call(api.tasks.statusAll)
    const states = taskIds.flatMap((id) => all_running_status[id] ?? [])
    const inProgress = states.filter(({ running_status }) => running_status)
    onProgress({ ended: taskIds.length - inProgress.length, ...countRows(inProgress) })
    if (inProgress.length === 0) break
    await delay(POLL_MS, undefined, { signal })
  }
  const [onlyId] = taskIds
  if (taskIds.length === 1 && onlyId !== undefined)
    return [await client.call(api.tasks.get, { params: { id: onlyId } })]
  const ids = new Set(taskIds)
  return (await listTasks(client)).filter(({ id }) => ids.has(id))
}

function countRows(states: readonly TaskProgress[]): { rowsDone: number; rowsTotal: number | undefined } {
  const known = states.filter(({ rows_total }) => rows_total !== null)
  const sum = (of: (state: TaskProgress) => number | null) =>
    known.reduce((total, state) => total + (of(state) ?? 0), 0)
  return {
    rowsDone: sum(({ rows_done }) => rows_done),
    rowsTotal: known.length > 0 ? sum(({ rows_total }) => rows_total) : undefined,
  }
}

/** Finds the exit code of a command that waited for runs. A failed run outweighs a held run. */
export function findExitCode(tasks: readonly Pick<Task, 'task_status' | 'can_copy_anyway'>[]): ExitCode {
  const unsuccessful = tasks.filter(({ task_status }) => task_status !== 'Success')
  if (unsuccessful.some(({ can_copy_anyway }) => !can_copy_anyway)) return exitCodes.failed
  return unsuccessful.length > 0 ? exitCodes.held : exitCodes.success
}

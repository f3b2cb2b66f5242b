import type { Outcome } from '#contract/field.ts'
import { countOf } from '#domain/count-of.ts'
import { type RunsToStop, resetLostRuns, type StoppedRun, stopRuns } from '#server/runs/end-runs.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { requireTaskType } from '#server/task-types/read-task-types.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'
import { appendTaskLogs } from '#server/tasks/task-logs.ts'
import { type QueueDeps, success, warning } from './request.ts'

export async function stopTaskRun(deps: QueueDeps, taskId: number): Promise<Outcome> {
  const { name } = await requireTask(deps.orm, taskId)
  const [run] = await stop(deps, { taskId })
  if (!run) return warning(`'${name}' is not queued or running.`)
  return success(run.status === 'Stopping' ? `Stopping '${name}'.` : `'${name}' was stopped.`)
}

export async function stopGroupRuns(deps: QueueDeps, typeId: number): Promise<Outcome> {
  const { name } = await requireTaskType(deps.orm, typeId)
  const { length } = await stop(deps, { typeId })
  return length > 0
    ? success(`Stopping ${countOf(length, 'task')} in ${name}.`)
    : warning(`Nothing to stop in ${name}.`)
}

export async function stopAllRuns(deps: QueueDeps): Promise<Outcome> {
  const { length } = await stop(deps, { everything: true })
  return length > 0 ? success(`Stopping ${countOf(length, 'task')}.`) : warning('No running or queued tasks to stop')
}

/** Resets the runs that no live node works on, and wakes a worker for those that waited for them. */
export async function resetStatus({ orm, wakeSignal, now }: QueueDeps): Promise<number> {
  return await orm.transaction(async (tx) => {
    const at = now()
    const taskIds = await resetLostRuns(tx, at)
    const message = 'Status reset to Pending: no server was working on this run.'
    await appendTaskLogs(
      tx,
      taskIds.map((taskId) => ({ taskId, runId: null, level: 'WARNING' as const, message, at })),
    )
    if (taskIds.length > 0) await wakeSignal.wake(tx)
    return taskIds.length
  })
}

async function stop({ orm, wakeSignal, now }: QueueDeps, which: RunsToStop): Promise<StoppedRun[]> {
  return await orm.transaction(async (tx) => {
    await lockTaskRows(tx)
    const at = now()
    const stopped = await stopRuns(tx, { which, now: at })
    await logStops(tx, { stopped, at })
    if (stopped.length > 0) await wakeSignal.wake(tx)
    return stopped
  })
}

/** A run that is Stopping logs the stop when its attempt ends. */
async function logStops(tx: Orm, { stopped, at }: { stopped: StoppedRun[]; at: Date }): Promise<void> {
  const ended = stopped.filter((run) => run.status === 'Stopped')
  await appendTaskLogs(
    tx,
    ended.map(({ taskId, runId }) => ({ taskId, runId, level: 'WARNING' as const, message: 'Stopped.', at })),
  )
}

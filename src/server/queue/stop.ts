import type { Outcome } from '#contract/field.ts'
import { resetLostRuns } from '#server/runs/leases.ts'
import { type RunsToStop, type StoppedRun, stopRuns } from '#server/runs/stop-runs.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { requireTaskType } from '#server/task-types/read-task-types.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'
import { appendTaskLogs } from '#server/tasks/task-logs.ts'
import { type Desk, success, tasksOf, warning } from './request.ts'

export async function stopTaskRun(desk: Desk, taskId: number): Promise<Outcome> {
  const { name } = await requireTask(desk.orm, taskId)
  const [run] = await stop(desk, { taskId })
  if (!run) return warning(`'${name}' is neither queued nor running.`)
  return success(run.status === 'Stopping' ? `'${name}' is stopping.` : `'${name}' was stopped.`)
}

export async function stopGroupRuns(desk: Desk, typeId: number): Promise<Outcome> {
  const { name } = await requireTaskType(desk.orm, typeId)
  const { length } = await stop(desk, { typeId })
  return length > 0
    ? success(`Stopping ${tasksOf(length)} in ${name}.`)
    : warning(`No task in ${name} is queued or running.`)
}

export async function stopAllRuns(desk: Desk): Promise<Outcome> {
  const { length } = await stop(desk, { everything: true })
  return length > 0 ? success(`Stopping ${tasksOf(length)}.`) : warning('No running or queued tasks to stop')
}

/** Puts back what no live node works on; what it kept from starting may start then. */
export async function resetStatus({ orm, line, now }: Desk): Promise<number> {
  return await orm.transaction(async (tx) => {
    const at = now()
    const taskIds = await resetLostRuns(tx, at)
    const message = 'Status reset to Pending: no server was working on this run any more.'
    await appendTaskLogs(
      tx,
      taskIds.map((taskId) => ({ taskId, runId: null, level: 'WARNING' as const, message, at })),
    )
    if (taskIds.length > 0) await line.wake(tx)
    return taskIds.length
  })
}

async function stop({ orm, line, now }: Desk, which: RunsToStop): Promise<StoppedRun[]> {
  return await orm.transaction(async (tx) => {
    await lockTaskRows(tx)
    const at = now()
    const stopped = await stopRuns(tx, { which, now: at })
    await logStops(tx, { stopped, at })
    if (stopped.length > 0) await line.wake(tx)
    return stopped
  })
}

async function logStops(tx: Orm, { stopped, at }: { stopped: StoppedRun[]; at: Date }): Promise<void> {
  const waiting = stopped.filter((run) => run.status === 'Stopped')
  await appendTaskLogs(
    tx,
    waiting.map(({ taskId, runId }) => ({ taskId, runId, level: 'WARNING' as const, message: 'Stopped.', at })),
  )
}

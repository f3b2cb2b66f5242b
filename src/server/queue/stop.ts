import { setTimeout as delay } from 'node:timers/promises'
import type { Outcome } from '#contract/field.ts'
import type { SelectionOutcome } from '#contract/selected-tasks.ts'
import { pluralize } from '#domain/pluralize.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { anyLeasedRun, type RunsToStop, resetLostRuns, type StoppedRun, stopRuns } from '#server/runs/end-runs.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { appendTaskLogs } from '#server/task-logs/task-logs.ts'
import { requireTaskType } from '#server/task-types/read-task-types.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'
import { refuseSome } from '#server/tasks/selected-tasks.ts'
import { type QueueDeps, success, warning } from './request.ts'
import { wakeWorkers } from './wake-workers.ts'

const FIRST_POLL_MS = 10
const MAX_POLL_MS = 250

export interface StopDeps extends QueueDeps {
  /** Ends this node's attempts before their next request. Returns the runs that this node does not work on. */
  stopAttempts(stopped: readonly StoppedRun[]): StoppedRun[]
  leaseMs: number
}

export async function stopTaskRun(deps: StopDeps, taskId: number): Promise<Outcome> {
  const { title } = await requireTask(deps.orm, taskId)
  const [run] = await stop(deps, { taskId })
  if (!run) return warning(`${title} is not queued or running.`)
  return success(run.status === 'Stopping' ? `Stopping ${title}.` : `${title} was stopped.`)
}

export async function stopGroupRuns(deps: StopDeps, typeId: number): Promise<Outcome> {
  const { name } = await requireTaskType(deps.orm, typeId)
  const { length } = await stop(deps, { typeId }, `Stop Group ${name}`)
  return length > 0
    ? success(`Stopping ${pluralize(length, 'task')} in ${name}.`)
    : warning(`Nothing to stop in ${name}.`)
}

export async function stopAllRuns(deps: StopDeps): Promise<Outcome> {
  const { length } = await stop(deps, { everything: true }, 'Stop All')
  return length > 0 ? success(`Stopping ${pluralize(length, 'task')}.`) : warning('No running or queued tasks to stop')
}

/** Stops the runs in progress of the selected tasks. */
export async function stopSelectedRuns(deps: StopDeps, taskIds: readonly number[]): Promise<SelectionOutcome> {
  const stopped = new Set((await stop(deps, { taskIds })).map(({ taskId }) => taskId))
  return refuseSome(taskIds, (id) => (stopped.has(id) ? undefined : 'It is not queued or running.'))
}

/** Resets the runs that no live node works on, and wakes workers for the runs waiting for them. */
export async function resetStatus({ orm, now }: QueueDeps): Promise<number> {
  return await orm.transaction(async (tx) => {
    const at = now()
    const taskIds = await resetLostRuns(tx, at)
    const message = 'Status reset to Pending: no server was working on this run.'
    await appendTaskLogs(
      tx,
      taskIds.map((taskId) => ({ taskId, runId: null, level: 'WARNING' as const, message, at })),
    )
    if (taskIds.length > 0) {
      await recordActivity(tx, { taskIds })
      await wakeWorkers(tx)
    }
    return taskIds.length
  })
}

/** Stops runs. Resolves once no node starts another request for them. */
async function stop(deps: StopDeps, which: RunsToStop, subject?: string): Promise<StoppedRun[]> {
  const stopped = await requestStop(deps, { which, subject })
  const elsewhere = deps.stopAttempts(stopped.filter((run) => run.status === 'Stopping'))
  await untilReleased(deps, elsewhere)
  return stopped
}

/**
 * Waits until the nodes working on the runs have ended their attempts or lost their leases. It takes at most one lease: by then
 * each node has learned of the stop or failed to renew its lease.
 */
async function untilReleased({ orm, now, leaseMs }: StopDeps, stopped: readonly StoppedRun[]): Promise<void> {
  if (stopped.length === 0) return
  const runIds = stopped.map((run) => run.runId)
  const deadlineMs = performance.now() + leaseMs
  for (let pollMs = FIRST_POLL_MS; performance.now() < deadlineMs; pollMs = Math.min(2 * pollMs, MAX_POLL_MS)) {
    if (!(await anyLeasedRun(orm, { runIds, now: now() }))) return
    await delay(pollMs)
  }
}

async function requestStop(
  { orm, now }: QueueDeps,
  { which, subject }: { which: RunsToStop; subject: string | undefined },
): Promise<StoppedRun[]> {
  return await orm.transaction(async (tx) => {
    await lockTaskRows(tx)
    const at = now()
    const stopped = await stopRuns(tx, { which, now: at })
    await logStops(tx, { stopped, at })
    if (stopped.length > 0) {
      await recordActivity(tx, {
        ...(subject !== undefined && { subject }),
        taskIds: stopped.map(({ taskId }) => taskId),
      })
      await wakeWorkers(tx)
    }
    return stopped
  })
}

/** Logs a stop for each run that is already stopped. A Stopping run logs the stop when its attempt ends. */
async function logStops(tx: Orm, { stopped, at }: { stopped: StoppedRun[]; at: Date }): Promise<void> {
  const ended = stopped.filter((run) => run.status === 'Stopped')
  await appendTaskLogs(
    tx,
    ended.map(({ taskId, runId }) => ({ taskId, runId, level: 'WARNING' as const, message: 'Stopped.', at })),
  )
}

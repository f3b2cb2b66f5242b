import { and, eq, isNull, notExists } from 'drizzle-orm'
import { listFollowers } from '#domain/chains/chains.ts'
import type { RunStatus } from '#domain/runs/run-status.ts'
import { withTypeName } from '#domain/tasks/task-name.ts'
import { listTargets, type WrittenTab } from '#domain/tasks/task-places.ts'
import type { LockedAttempt } from '#server/runs/finish-attempts.ts'
import { queueRuns } from '#server/runs/queue-runs.ts'
import { copiesFrom, readChains } from '#server/runs/read-chains.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { holds, runs } from '#server/storage/schema.ts'
import type { AttemptEnd } from './attempt-end.ts'
import { wakeWorkers } from './wake-workers.ts'

/*
 * A task that follows its source runs after another task has copied to that source, in the wave of that copy. A task has at
 * most one run per wave. So a wave runs each task once, even if several paths lead to it or a path leads back.
 */

interface Ended {
  ended: { end: AttemptEnd; attempt: { runId: number; taskId: number }; now: Date }
  locked: LockedAttempt
  /** Undefined if the run continues with another attempt. */
  status: RunStatus | undefined
}

/** Whether the end of an attempt may queue runs. */
export function mayQueueRuns({ mayHaveFollowers, nextWaveId }: LockedAttempt): boolean {
  return mayHaveFollowers || nextWaveId !== null
}

/** Queues the tasks that follow a run's copy. Tasks that are reading right now run again afterwards. */
export async function queueFollowers(tx: Orm, { ended, locked, status }: Ended): Promise<void> {
  const { end, now } = ended
  const { task, waveId, mayHaveFollowers } = locked
  const copiedTabs = mayHaveFollowers ? listCopiedTabs(end, { task, status }) : []
  if (copiedTabs.length === 0) return
  const graph = await readChains(tx, copiesFrom(copiedTabs.map(({ targetSsId }) => targetSsId)))
  const copied = graph.get(task.id)
  if (!copied) return
  const tabs = task.splitBy === '' ? undefined : copiedTabs
  const followerIds = listFollowers(graph, copied, tabs).map(({ id }) => id)
  const taskIds = await tasksToQueue(tx, { taskIds: followerIds, waveId })
  if (taskIds.length === 0) return
  await tx
    .update(runs)
    .set({ nextWaveId: waveId })
    .where(and(isInList(runs.taskId, taskIds), eq(runs.status, 'Running'), isNull(runs.endedAt), isNull(runs.undo)))
  const message = `Queued because ${withTypeName(copied.name, copied.typeName)} copied to its source.`
  await queueInWave(tx, { taskIds, waveId, message, now })
}

interface EndedTask {
  task: LockedAttempt['task']
  status: RunStatus | undefined
}

/**
 * Lists the tabs that equal their source after the attempt. A held or failed target does not hold up the followers of other
 * targets.
 */
function listCopiedTabs(end: AttemptEnd, { task, status }: EndedTask): WrittenTab[] {
  if (end.kind !== 'finished') return []
  const { outcome } = end
  if (outcome.kind === 'copied' && status === 'Success') return listTargets(task)
  if (outcome.kind !== 'handedOut' || (status !== 'Success' && status !== 'Warning')) return []
  const foundTargets = outcome.delivery.targets.flatMap(({ state, value, sheet_id: sheetId, ...tab }) => {
    if (state !== 'delivered' || sheetId === null) return []
    return [{ value, targetSsId: tab.target_ss_id, sheetId, title: tab.target_sheet_name }]
  })
  return listTargets({ ...task, foundTargets }).filter(({ last }) => last !== null)
}

/** Queues the task of an ended run again if its source was copied meanwhile. */
export async function queueAgain(tx: Orm, { ended, locked, status }: Ended): Promise<void> {
  const { end, attempt, now } = ended
  const { nextWaveId: waveId } = locked
  // The next attempt reads the newly copied rows anyway.
  if (waveId !== null && status === 'Failed')
    await tx.update(runs).set({ nextWaveId: null }).where(eq(runs.id, attempt.runId))
  const isHeld = end.kind === 'finished' && end.outcome.kind === 'held'
  if (waveId === null || status === undefined || status === 'Stopped' || status === 'Failed' || isHeld) return
  const taskIds = await tasksToQueue(tx, { taskIds: [attempt.taskId], waveId })
  if (taskIds.length === 0) return
  const message = 'Queued because its source was copied during the last run.'
  await queueInWave(tx, { taskIds, waveId, message, now })
}

/** Finds active tasks that have no run in the wave and no hold that waits for a decision. */
async function tasksToQueue(
  tx: Orm,
  { taskIds, waveId }: { taskIds: readonly number[]; waveId: string },
): Promise<number[]> {
  if (taskIds.length === 0) return []
  const inWave = tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.taskId, tasks.id), eq(runs.waveId, waveId)))
  const undecided = tx
    .select({ id: holds.id })
    .from(holds)
    .where(and(eq(holds.taskId, tasks.id), isNull(holds.closedAt), isNull(holds.acceptedAt)))
  const found = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(isInList(tasks.id, taskIds), eq(tasks.isActive, true), notExists(inWave), notExists(undecided)))
  return found.map(({ id }) => id)
}

interface Queued {
  taskIds: readonly number[]
  waveId: string
  message: string
  now: Date
}

/** Queues runs on behalf of the person who started the wave. */
async function queueInWave(tx: Orm, { taskIds, waveId, message, now }: Queued): Promise<void> {
  const [before] = await tx
    .select({ triggeredBy: runs.triggeredBy, origin: runs.origin, tokenName: runs.tokenName })
    .from(runs)
    .where(eq(runs.waveId, waveId))
    .orderBy(runs.id)
    .limit(1)
  const { triggeredBy = '', origin = null, tokenName = null } = before ?? {}
  const requested = { origin, tokenName }
  const queued = await queueRuns(tx, {
    which: { taskIds },
    waveId,
    triggeredBy,
    requested,
    allowShrink: false,
    message,
    now,
  })
  if (queued.length > 0) await wakeWorkers(tx)
}

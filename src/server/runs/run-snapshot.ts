import { and, count, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FailedPrerequisite, RunState, Snapshot, TypeState } from '#domain/admission/situation.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs, tasks, taskTypes } from '#server/storage/schema.ts'

/** How many unblocked queued runs to read per type: the first ones suffice to find one that may start. */
const MAX_CANDIDATES_PER_TYPE = 25
/** How many Failed runs to read: those whose next attempt is due first. */
const MAX_RETRY_CANDIDATES = 200

/**
 * Which runs to read besides the active ones, which are Running or Stopping: the candidates for starting next, to decide
 * on them, or those of some or all tasks, to show why they wait.
 */
type SnapshotScope = 'candidates' | 'all' | { readonly taskIds: readonly number[] }

/**
 * Reads what the rules of admission need. For `candidates` the result stays small however long the queue is. The query
 * still scans the queued runs ahead of the candidates that wait for their target or for a limit of their own task. Runs in
 * progress are counted only up to the number read, because the rules ask only whether there are any, and failed
 * prerequisites are read only for queued runs that may end because of them.
 */
export async function readSnapshot(orm: Orm, scope: SnapshotScope = 'candidates'): Promise<Snapshot> {
  const types = await selectTypes(orm, { countUpTo: scope === 'candidates' ? MAX_CANDIDATES_PER_TYPE : undefined })
  const isIdle = types.every((type) => type.inProgressCount === 0)
  const rows = isIdle ? [] : await selectRuns(orm, scope)
  if (scope !== 'candidates') return { types, runs: rows, failedPrerequisites: [] }
  const dependents = rows.filter((row) => row.status === 'Queued' && dependsOnAnother(types, row.typeId))
  const waveIds = [...new Set(dependents.map((row) => row.waveId))]
  return { types, runs: rows, failedPrerequisites: await selectFailedPrerequisites(orm, waveIds) }
}

function dependsOnAnother(types: readonly TypeState[], typeId: number): boolean {
  return types.some((type) => type.id === typeId && type.dependsOnId !== null)
}

async function selectTypes(orm: Orm, { countUpTo }: { countUpTo: number | undefined }): Promise<TypeState[]> {
  const inProgress = orm
    .select({ one: sql`1`.as('one') })
    .from(runs)
    .where(and(eq(runs.taskTypeId, taskTypes.id), isNull(runs.endedAt)))
    .$dynamic()
  const counted = (countUpTo === undefined ? inProgress : inProgress.limit(countUpTo)).as('counted')
  return await orm
    .select({
      id: taskTypes.id,
      name: taskTypes.name,
      position: taskTypes.position,
      dependsOnId: taskTypes.dependsOnId,
      allowedConcurrentTasks: taskTypes.allowedConcurrentTasks,
      queueDelaySeconds: taskTypes.queueDelaySeconds,
      maxRetries: taskTypes.maxRetries,
      lastStartAt: taskTypes.lastStartAt,
      inProgressCount: sql`${orm.select({ count: count() }).from(counted)}`.mapWith(Number),
    })
    .from(taskTypes)
}

async function selectRuns(orm: Orm, scope: SnapshotScope): Promise<RunState[]> {
  return await orm
    .select({
      id: runs.id,
      taskId: runs.taskId,
      taskName: tasks.name,
      typeId: tasks.taskTypeId,
      position: tasks.position,
      maxConcurrentTasks: tasks.maxConcurrentTasks,
      targetSsId: tasks.targetSsId,
      waveId: runs.waveId,
      status: sql<RunState['status']>`${runs.status}`,
      attempt: runs.attempt,
      nextAttemptAt: runs.nextAttemptAt,
      stopRequestedAt: runs.stopRequestedAt,
      leaseUntil: runs.leaseUntil,
      waitingUntil: runs.waitingUntil,
      runsAhead: (typeof scope === 'object' ? runsAheadInQueue(orm) : runsAheadInSelection).mapWith(Number),
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(isInScope(scope))
}

/** Selects by id, so that PostgreSQL does not scan the other runs. */
function isInScope(scope: SnapshotScope): SQL {
  if (scope === 'all') return isNull(runs.endedAt)
  if (scope === 'candidates') return inArray(runs.id, sql`(${activeIds} union all ${candidateIds})`)
  return inArray(runs.id, sql`(${activeIds} union all ${idsOfTasks(scope.taskIds)})`)
}

function idsOfTasks(taskIds: readonly number[]): SQL {
  if (taskIds.length === 0) return activeIds
  return sql`select requested.id from ${runs} requested where requested.task_id in ${taskIds} and requested.ended_at is null`
}

const activeIds = sql`
  select active.id from ${runs} active where active.status in ('Running', 'Stopping') and active.ended_at is null`

const activeTargets = sql`
  select written.target_ss_id from ${runs} active join ${tasks} written on written.id = active.task_id
  where active.status in ('Running', 'Stopping') and active.ended_at is null`

const activeCountOfType = sql`
  select count(*) from ${runs} active
  where active.task_type_id = ${taskTypes.id} and active.status in ('Running', 'Stopping') and active.ended_at is null`

const candidateIds = sql`
  select candidate.id from ${taskTypes} cross join lateral (
    select waiting.id from ${runs} waiting join ${tasks} task on task.id = waiting.task_id
    where waiting.task_type_id = ${taskTypes.id} and waiting.status = 'Queued' and waiting.ended_at is null
      and task.target_ss_id <> all (array(${activeTargets}))
      and (task.max_concurrent_tasks is null or task.max_concurrent_tasks > (${activeCountOfType}))
    order by waiting.position limit ${MAX_CANDIDATES_PER_TYPE}
  ) candidate
  union all (
    select waiting.id from ${runs} waiting where waiting.status = 'Failed' and waiting.ended_at is null
    order by waiting.next_attempt_at limit ${MAX_RETRY_CANDIDATES}
  )`

/** Correct where the selection includes all runs up to each selected one. */
const runsAheadInSelection = sql`row_number() over (partition by ${runs.taskTypeId}, ${runs.status} order by ${runs.position}) - 1`

/** Counted only for types with a delay, the only ones that show it. */
function runsAheadInQueue(orm: Orm): SQL {
  const other = alias(runs, 'other')
  const isAhead = and(
    eq(other.taskTypeId, runs.taskTypeId),
    eq(other.status, runs.status),
    isNull(other.endedAt),
    lt(other.position, runs.position),
  )
  const ahead = orm.select({ count: count() }).from(other).where(isAhead)
  return sql`case when ${taskTypes.queueDelaySeconds} > 0 then ${ahead} else 0 end`
}

async function selectFailedPrerequisites(orm: Orm, waveIds: readonly string[]): Promise<FailedPrerequisite[]> {
  if (waveIds.length === 0) return []
  return await orm
    .select({
      waveId: runs.waveId,
      typeId: tasks.taskTypeId,
      taskName: tasks.name,
      status: sql<FailedPrerequisite['status']>`${runs.status}`,
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .where(and(inArray(runs.status, ['Error', 'Stopped']), inArray(runs.waveId, [...waveIds])))
}

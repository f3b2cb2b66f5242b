import { and, count, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FailedPrerequisite, RunState, Snapshot, TypeState } from '#domain/admission/situation.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs, tasks, taskTypes } from '#server/storage/schema.ts'

/** Of the runs of a type that nothing of their own holds up, the first are enough to find one that may start. */
const LONGEST_LOOK = 25
/** Of those that wait for their next attempt, the ones that are due first. */
const MOST_RETRIES = 200

/** Runs to see beside the ones that nodes work on: the first in line, to decide on them, or those of some tasks or all, to show. */
type Wanted = 'first' | 'all' | { readonly taskIds: readonly number[] }

/**
 * What the rules of admission look at. However long the line is, a look at the first in line reads no more of it than the
 * few runs of each type that it gives, and those before them that wait for a target or for their task's own limit: where
 * these are thousands, each look passes over them all. Of a type's runs in progress it counts no more than it looks at,
 * since what decides is whether there are any. Runs that ended badly are read only where waiting ones may end with them.
 */
export async function readSnapshot(orm: Orm, wanted: Wanted = 'first'): Promise<Snapshot> {
  const types = await selectTypes(orm, { countUpTo: wanted === 'first' ? LONGEST_LOOK : undefined })
  const isIdle = types.every((type) => type.inProgressCount === 0)
  const rows = isIdle ? [] : await selectRuns(orm, wanted)
  if (wanted !== 'first') return { types, runs: rows, failedPrerequisites: [] }
  const dependents = rows.filter((row) => row.status === 'Queued' && dependsOn(types, row.typeId))
  return {
    types,
    runs: rows,
    failedPrerequisites: await selectFailedPrerequisites(orm, [...new Set(dependents.map((row) => row.waveId))]),
  }
}

function dependsOn(types: readonly TypeState[], typeId: number): boolean {
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

async function selectRuns(orm: Orm, wanted: Wanted): Promise<RunState[]> {
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
      runsAhead: (typeof wanted === 'object' ? runsBefore(orm) : placeAmongSelected).mapWith(Number),
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(isWanted(wanted))
}

/** By id, so that the runs that are not wanted are not even looked at. */
function isWanted(wanted: Wanted): SQL {
  if (wanted === 'all') return isNull(runs.endedAt)
  if (wanted === 'first') return inArray(runs.id, sql`(${workedOn} union all ${firstInLine})`)
  return inArray(runs.id, sql`(${workedOn} union all ${ofTasks(wanted.taskIds)})`)
}

function ofTasks(taskIds: readonly number[]): SQL {
  if (taskIds.length === 0) return workedOn
  return sql`select named.id from ${runs} named where named.task_id in ${taskIds} and named.ended_at is null`
}

const workedOn = sql`
  select held.id from ${runs} held where held.status in ('Running', 'Stopping') and held.ended_at is null`

const targetsWritten = sql`
  select written.target_ss_id from ${runs} held join ${tasks} written on written.id = held.task_id
  where held.status in ('Running', 'Stopping') and held.ended_at is null`

const workedOnInType = sql`
  select count(*) from ${runs} held
  where held.task_type_id = ${taskTypes.id} and held.status in ('Running', 'Stopping') and held.ended_at is null`

const firstInLine = sql`
  select first.id from ${taskTypes} cross join lateral (
    select waiting.id from ${runs} waiting join ${tasks} copied on copied.id = waiting.task_id
    where waiting.task_type_id = ${taskTypes.id} and waiting.status = 'Queued' and waiting.ended_at is null
      and copied.target_ss_id <> all (array(${targetsWritten}))
      and (copied.max_concurrent_tasks is null or copied.max_concurrent_tasks > (${workedOnInType}))
    order by waiting.position limit ${LONGEST_LOOK}
  ) first
  union all (
    select waiting.id from ${runs} waiting where waiting.status = 'Failed' and waiting.ended_at is null
    order by waiting.next_attempt_at limit ${MOST_RETRIES}
  )`

/** Of runs that are selected from the first of their line on. */
const placeAmongSelected = sql`row_number() over (partition by ${runs.taskTypeId}, ${runs.status} order by ${runs.position}) - 1`

/** Counted only where a delay makes the runsAhead in the line matter. */
function runsBefore(orm: Orm): SQL {
  const other = alias(runs, 'other')
  const isBefore = and(
    eq(other.taskTypeId, runs.taskTypeId),
    eq(other.status, runs.status),
    isNull(other.endedAt),
    lt(other.position, runs.position),
  )
  const before = orm.select({ count: count() }).from(other).where(isBefore)
  return sql`case when ${taskTypes.queueDelaySeconds} > 0 then ${before} else 0 end`
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

import { and, count, eq, isNull, lt, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FailedPrerequisite, RunState, Snapshot, TypeState } from '#domain/admission/situation.ts'
import type { Pause } from '#domain/schedule/pause.ts'
import { namedTargets } from '#server/last-copy/written-tabs.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { pauses, runs } from '#server/storage/schema.ts'
import { isPaused } from './pause.ts'

/** Minimum queued runs to read of a type if its free places alone do not limit how many runs may start or end. */
const MIN_CANDIDATES = 25
/** Maximum Failed runs to read, soonest retry first. */
const MAX_RETRY_CANDIDATES = 200

/**
 * The runs to read in addition to active runs (Running, Stopping). Candidates are read to decide which of them start next. Runs
 * of some or all tasks are read to show why they wait.
 */
type SnapshotScope = Candidates | 'all' | { readonly taskIds: readonly number[] }

interface Candidates {
  /** Maximum number of runs to start. */
  readonly candidates: number
  readonly now: Date
}

/**
 * Reads everything that the rules of admission need, in one statement, because a statement sees the database at one moment. A
 * second statement in the transaction would also see later commits. A run could then start because the types were read before
 * its wave was requested, and the runs after that.
 *
 * For candidates, the result stays small however long the queue is. The query still scans queued runs ahead of the candidates
 * that wait for their source, their target or a limit of their own task. It does not count the runs in progress, because the
 * rules ask only whether there are earlier ones. It reads failed prerequisites only for queued runs that may end because of
 * them.
 */
export async function readSnapshot(orm: Orm, scope: SnapshotScope): Promise<Snapshot> {
  const types = selectTypes(orm, { onlyFirst: areCandidates(scope) }).as('types')
  const selected = orm.$with('selected').as(selectRuns(orm, scope))
  const failed = selectFailedPrerequisites(orm, sql`${selected}`).as('failed')
  const [read] = await orm
    .with(selected)
    .select({
      types: sql<AsJson<TypeState>[]>`(select ${rows} from ${types})`,
      runs: sql<AsJson<RunState>[]>`(select ${rows} from ${selected})`,
      failedPrerequisites: areCandidates(scope)
        ? sql<FailedPrerequisite[]>`(select ${rows} from ${failed})`
        : sql<[]>`'[]'::json`,
      pause: sql<AsJson<Pause> | null>`(${orm.select({ row: pauseRow }).from(pauses)})`,
    })
    .from(sql`(values (1)) as one_row`)
  if (!read) throw new Error('The snapshot was not read')
  const { failedPrerequisites, pause } = read
  return {
    types: read.types.map(typeFromJson),
    runs: read.runs.map(runFromJson),
    failedPrerequisites,
    pause: pause ? { ...pause, since: new Date(pause.since), until: new Date(pause.until) } : undefined,
  }
}

function areCandidates(scope: SnapshotScope): scope is Candidates {
  return typeof scope === 'object' && 'candidates' in scope
}

const rows = sql`coalesce(json_agg("row"), '[]'::json)`

/** The state in JSON, where times are strings. */
type AsJson<State> = { [Field in keyof State]: JsonOf<State[Field]> }
type JsonOf<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly AsJson<Item>[]
    : Value

function typeFromJson(type: AsJson<TypeState>): TypeState {
  const inProgress = type.inProgress.map(({ queuedAt, count: runCount }) => {
    return { queuedAt: new Date(queuedAt), count: runCount }
  })
  return { ...type, lastStartAt: timeFromJson(type.lastStartAt), inProgress }
}

function runFromJson(run: AsJson<RunState>): RunState {
  return {
    ...run,
    queuedAt: new Date(run.queuedAt),
    nextAttemptAt: timeFromJson(run.nextAttemptAt),
    stopRequestedAt: timeFromJson(run.stopRequestedAt),
    leaseUntil: timeFromJson(run.leaseUntil),
    waitingUntil: timeFromJson(run.waitingUntil),
    recheckAt: timeFromJson(run.recheckAt),
  }
}

function timeFromJson(time: string | null): Date | null {
  return time === null ? null : new Date(time)
}

/** A row as JSON, with every field of `State`. */
function buildJsonRow<State>(fields: Record<keyof State & string, SQLWrapper>): SQL.Aliased {
  const pairs = Object.entries<SQLWrapper>(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`)
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`.as('row')
}

const pauseRow = buildJsonRow<Pause>({ since: pauses.since, until: pauses.until, setBy: pauses.setBy })

/** Selects the types. The rules for candidates ask only whether earlier runs exist, so the first run is enough for them. */
function selectTypes(orm: Orm, { onlyFirst }: { onlyFirst: boolean }) {
  const open = sql`from ${runs} open where open.task_type_id = ${taskTypes.id} and open.ended_at is null`
  const together = onlyFirst
    ? sql`select open.queued_at, 1 as count ${open} order by open.queued_at limit 1`
    : sql`select open.queued_at, count(*) as count ${open} group by open.queued_at`
  const row = buildJsonRow<TypeState>({
    id: taskTypes.id,
    name: taskTypes.name,
    position: taskTypes.position,
    dependsOnId: taskTypes.dependsOnId,
    allowedConcurrentTasks: taskTypes.allowedConcurrentTasks,
    queueDelaySeconds: taskTypes.queueDelaySeconds,
    maxRetries: taskTypes.maxRetries,
    lastStartAt: taskTypes.lastStartAt,
    inProgress: sql`(
      select coalesce(json_agg(json_build_object('queuedAt', queued_at, 'count', count)), '[]'::json) from (${together}) together)`,
  })
  return orm.select({ row }).from(taskTypes)
}

function selectRuns(orm: Orm, scope: SnapshotScope) {
  const row = buildJsonRow<RunState>({
    id: runs.id,
    taskId: runs.taskId,
    taskName: tasks.name,
    typeId: tasks.taskTypeId,
    position: tasks.position,
    maxConcurrentTasks: tasks.maxConcurrentTasks,
    targetSsIds: namedTargets('tasks'),
    targetPlaces: runs.targetPlaces,
    waveId: runs.waveId,
    queuedAt: runs.queuedAt,
    status: runs.status,
    attempt: runs.attempt,
    nextAttemptAt: runs.nextAttemptAt,
    stopRequestedAt: runs.stopRequestedAt,
    leaseUntil: runs.leaseUntil,
    waitingUntil: runs.waitingUntil,
    recheckAt: runs.recheckAt,
    isUndo: sql`${runs.undo} is not null`,
    waitsForSource,
    runsAhead: runsAhead(orm, scope),
  })
  return orm
    .select({ row, waveId: runs.waveId, status: runs.status, dependsOnId: taskTypes.dependsOnId })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(isInScope(scope))
}

/**
 * Selects runs by an array of IDs. PostgreSQL expects an array to be short, so it does not scan all runs. The embedded database
 * has no statistics that would tell it so.
 */
function isInScope(scope: SnapshotScope): SQL {
  if (scope === 'all') return isNull(runs.endedAt)
  const others = areCandidates(scope) ? candidateIds(scope) : idsOfTasks(scope.taskIds)
  return sql`${runs.id} = any (array(${activeIds} union all ${others}))`
}

function idsOfTasks(taskIds: readonly number[]): SQL {
  if (taskIds.length === 0) return activeIds
  return sql`select requested.id from ${runs} requested where ${isInList(sql<number>`requested.task_id`, taskIds)} and requested.ended_at is null`
}

const activeIds = sql`
  select active.id from ${runs} active where active.status in ('Running', 'Stopping') and active.ended_at is null`

/**
 * Selects the first queued runs of each type that nothing blocks, as many as may start. The free places of the type also limit
 * them, unless its tasks have limits of their own or its runs may end because of a prerequisite.
 */
function candidateIds({ candidates, now }: Candidates): SQL {
  const isLeased = sql`active.status in ('Running', 'Stopping') and active.ended_at is null and active.lease_until > ${now.toISOString()}`
  const isCopying = sql`${isLeased} and (active.recheck_at is null or active.recheck_at <= ${now.toISOString()})`
  const leasedTargets = sql`
    select jsonb_array_elements_text(${namedTargets('written')} || coalesce(active.target_places -> 'ssIds', '[]'))
    from ${runs} active join ${tasks} written on written.id = active.task_id where ${isLeased}`
  return sql`
    select candidate.id
    from ${taskTypes} type
    cross join lateral (
      select count(*) as running from ${runs} active where active.task_type_id = type.id and ${isCopying}
    ) places
    cross join lateral (
      select type.depends_on_id is not null or exists (
        select from ${tasks} task where task.task_type_id = type.id and task.max_concurrent_tasks is not null
      ) as is_special
    ) kind
    cross join lateral (
      select waiting.id from ${runs} waiting join ${tasks} task on task.id = waiting.task_id
      where waiting.task_type_id = type.id and waiting.status = 'Queued' and waiting.ended_at is null
        and task.target_ss_id <> all (array(${leasedTargets}))
        and ${not(hasUnendedUpstream(sql`waiting`))}
        and (task.max_concurrent_tasks is null or task.max_concurrent_tasks > places.running)
      order by waiting.position
      limit case
        when ${isPaused(now)} then 0
        when kind.is_special then greatest(${candidates}::int, ${MIN_CANDIDATES}::int)
        else least(${candidates}::int, greatest(0, type.allowed_concurrent_tasks - places.running))
      end
    ) candidate
    union all (${earlierThanPrerequisites})
    union all (
      select waiting.id from ${runs} waiting
      where ${isPaused(now)} and waiting.restore is not null and waiting.status = 'Queued' and waiting.ended_at is null
      order by waiting.position limit ${MIN_CANDIDATES}::int
    )
    union all (
      select waiting.id from ${runs} waiting
      where waiting.status = 'Failed' and waiting.ended_at is null
        and (waiting.restore is not null or not ${isPaused(now)})
      order by waiting.next_attempt_at limit ${MAX_RETRY_CANDIDATES}
    )`
}

/**
 * Selects the first queued runs of each type that are older than every open run of its prerequisites. Admission needs only
 * these few of the many waiting runs.
 */
const earlierThanPrerequisites = sql`
  with recursive chain(type_id, prerequisite_id) as (
    select id, depends_on_id from ${taskTypes} where depends_on_id is not null
    union select chain.type_id, type.depends_on_id
    from chain join ${taskTypes} type on type.id = chain.prerequisite_id where type.depends_on_id is not null
  )
  select earlier.id
  from (
    select chain.type_id, min(first.queued_at) as since
    from chain cross join lateral (
      select open.queued_at from ${runs} open where open.task_type_id = chain.prerequisite_id and open.ended_at is null
      order by open.queued_at limit 1
    ) first
    group by chain.type_id
  ) blocked
  cross join lateral (
    select waiting.id from ${runs} waiting
    where waiting.task_type_id = blocked.type_id and waiting.status = 'Queued' and waiting.ended_at is null
      and waiting.queued_at < blocked.since and ${not(hasUnendedUpstream(sql`waiting`))}
    order by waiting.queued_at limit ${MIN_CANDIDATES}::int
  ) earlier`

/** Selects the unfinished runs of tasks that fill a run's source, in the wave of that run. */
function unendedUpstream(run: SQL): SQL {
  return sql`
    from jsonb_array_elements(${run}.upstream_ids) upstream join ${tasks} filling on filling.id = upstream::int
    join ${runs} unended on unended.task_id = filling.id and unended.ended_at is null
    where unended.wave_id = ${run}.wave_id`
}

function hasUnendedUpstream(run: SQL): SQL {
  return sql`(${run}.upstream_ids is not null and exists (select ${unendedUpstream(run)}))`
}

const waitsForSource = sql`case when ${runs.upstreamIds} is not null then (select filling.name ${unendedUpstream(sql`${runs}`)} order by filling.id limit 1) end`

/** Counts the runs ahead. Needed only to show the number to users. */
function runsAhead(orm: Orm, scope: SnapshotScope): SQL {
  if (areCandidates(scope)) return sql`0`
  return scope === 'all' ? runsAheadInSelection : runsAheadInQueue(orm)
}

/** Position of a run among the selected runs. Correct only if the selection includes all runs ahead of each selected run. */
const runsAheadInSelection = sql`row_number() over (partition by ${runs.taskTypeId}, ${runs.status} order by ${runs.position}) - 1`

/** Counts the runs ahead, only for types with a delay, because other types do not show the number. */
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

/** Selects failed prerequisites that may end selected runs of the same wave. */
function selectFailedPrerequisites(orm: Orm, selected: SQL) {
  const row = buildJsonRow<FailedPrerequisite>({
    waveId: runs.waveId,
    typeId: tasks.taskTypeId,
    taskId: tasks.id,
    taskName: tasks.name,
    status: runs.status,
  })
  const waveIds = sql`select wave_id from ${selected} where status = 'Queued' and depends_on_id is not null`
  return orm
    .select({ row })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .where(and(isInList(runs.status, ['Error', 'Stopped']), sql`${runs.waveId} = any (array(${waveIds}))`))
}

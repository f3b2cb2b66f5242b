import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { ForecastTask, ForecastType, TaskUse } from '#domain/forecast/forecast.ts'
import type { IntervalUse } from '#domain/forecast/interval-load.ts'
import type { AccountUse } from '#domain/runs/attempt-record.ts'
import { hasSettledVersions, READS_ALL_AFTER_MS } from '#domain/runs/settled-versions.ts'
import { minutesBetweenRuns } from '#domain/schedule/minutes-between-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { isOneOf } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { copyMemories, runs } from '#server/storage/schema.ts'

interface RunAllWave {
  readonly tasks: ForecastTask[]
  readonly types: ForecastType[]
}

/** As the database lists a task: reading an object of each costs more than finding it. */
type WaveRow = [
  typeId: number,
  targetSsId: string,
  maxConcurrentTasks: number | null,
  attempts: UsedAttempt[] | null,
  memory: MemoryRow | null,
]

type MemoryRow = [
  targetVersion: string | null,
  sourceVersion: string | null,
  sourceIsComputed: boolean | null,
  comparedAt: string | null,
  readAllAt: string,
]

/** The tasks that Run All would start now, with what their last runs used. */
export async function readRunAllWave(orm: Orm, now: Date): Promise<RunAllWave> {
  const last = lastCopy(orm)
  const current = orm
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.taskId, tasks.id), isNull(runs.endedAt)))
  const { memory, targetVersion, sourceVersion, comparedAt, readAllAt } = copyMemories
  const memoryRow = sql`case when ${copyMemories.taskId} is not null then json_build_array(
    ${targetVersion}, ${sourceVersion}, (${memory} ->> 'sourceIsComputed')::boolean, ${comparedAt}, ${readAllAt}) end`
  const row = sql`json_build_array(${tasks.taskTypeId}, ${tasks.targetSsId}, ${tasks.maxConcurrentTasks}, ${last.attempts}, ${memoryRow})`
  const [read] = await orm
    .select({ rows: sql<WaveRow[]>`coalesce(json_agg(${row}), '[]'::json)` })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    // The memory is large, and says something only about tasks that may be skipped.
    .leftJoin(copyMemories, and(eq(copyMemories.taskId, tasks.id), taskTypes.skipsUntouched))
    .leftJoinLateral(last, sql`true`)
    .where(and(eq(tasks.isActive, true), sql`not exists ${current}`))
  const types = await orm.select().from(taskTypes)
  const waveTasks = (read?.rows ?? []).map(([typeId, targetSsId, maxConcurrentTasks, attempts, seen]) => ({
    ...{ typeId, targetSsId, maxConcurrentTasks },
    use: accessUseOf(attempts ?? []),
    maySkip: seen !== null && hasRecentVersions(seen, now),
  }))
  return { tasks: waveTasks, types }
}

/** The part of an attempt that the forecast needs. */
type UsedAttempt = [startedAt: string, recordedAt: string, quotaMs: number, accounts: AccountUse[]]

const usedAttempts = sql<UsedAttempt[] | null>`(
  select json_agg(json_build_array(
    past -> 'startedAt', past -> 'recordedAt', past #> '{figures,activities,quota}', past #> '{figures,accounts}'))
  from jsonb_array_elements(${runs.attempts}) past)`

/** The last run of each task that copied. */
function lastCopy(orm: Orm) {
  return orm
    .select({ attempts: usedAttempts.as('used') })
    .from(runs)
    .where(
      and(
        eq(runs.taskId, tasks.id),
        isOneOf(runs.status, ['Success', 'Warning']),
        eq(runs.isHeld, false),
        // The duration of an undo says nothing about the next copy.
        isNull(runs.undo),
      ),
    )
    .orderBy(desc(runs.id))
    .limit(1)
    .as('last')
}

/** The tasks that run at intervals, with what their last runs used. */
export async function readIntervalUses(
  orm: Orm,
  isSaved: (task: { id: number; typeId: number; hasOwnInterval: boolean }) => boolean = () => false,
): Promise<IntervalUse[]> {
  const last = lastCopy(orm)
  const rows = await orm
    .select({
      id: tasks.id,
      typeId: tasks.taskTypeId,
      ownMinutes: tasks.everyMinutes,
      typeMinutes: taskTypes.everyMinutes,
      attempts: last.attempts,
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoinLateral(last, sql`true`)
    .where(and(eq(tasks.isActive, true), or(isNotNull(tasks.everyMinutes), isNotNull(taskTypes.everyMinutes))))
  return rows.flatMap(({ ownMinutes, typeMinutes, attempts, ...task }) => {
    const everyMinutes = minutesBetweenRuns(ownMinutes, typeMinutes)
    if (everyMinutes === null) return []
    const saved = isSaved({ ...task, hasOwnInterval: ownMinutes !== null })
    return { everyMinutes, accounts: accessUseOf(attempts ?? [])?.accounts, isSaved: saved }
  })
}

/** Whether the next run reads nothing if Drive names the same versions. */
function hasRecentVersions(
  [targetVersion, sourceVersion, sourceIsComputed, comparedAt, readAllAt]: MemoryRow,
  now: Date,
): boolean {
  if (now.getTime() - Date.parse(readAllAt) >= READS_ALL_AFTER_MS) return false
  const versions = { targetVersion: targetVersion ?? undefined, sourceVersion: sourceVersion ?? undefined }
  const seenAt = comparedAt === null ? null : new Date(comparedAt)
  return hasSettledVersions({ ...versions, sourceIsComputed: sourceIsComputed ?? undefined, comparedAt: seenAt }, now)
}

/** Undefined without a record: the task has not run, or an earlier version ran it. */
function accessUseOf(attempts: readonly UsedAttempt[]): TaskUse | undefined {
  if (attempts.length === 0) return undefined
  const accounts = new Map<string, AccountUse>()
  let workMs = 0
  for (const [startedAt, recordedAt, quotaMs, uses] of attempts) {
    workMs += Math.max(0, Date.parse(recordedAt) - Date.parse(startedAt) - quotaMs)
    for (const use of uses) accounts.set(use.account, added(use, accounts.get(use.account)))
  }
  return { accounts: [...accounts.values()], workMs }
}

function added(use: AccountUse, earlier: AccountUse | undefined): AccountUse {
  return earlier ? { ...use, reads: use.reads + earlier.reads, writes: use.writes + earlier.writes } : use
}

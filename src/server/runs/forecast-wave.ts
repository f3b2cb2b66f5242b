import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { ForecastTask, ForecastType, TaskUse } from '#domain/forecast/forecast.ts'
import type { IntervalUse } from '#domain/forecast/interval-load.ts'
import type { AccountUse, AttemptRecord } from '#domain/runs/attempt-record.ts'
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

/** The tasks that Run All would start now, with what their last runs used. */
export async function readRunAllWave(orm: Orm, now: Date): Promise<RunAllWave> {
  const last = lastCopy(orm)
  const current = orm
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.taskId, tasks.id), isNull(runs.endedAt)))
  const rows = await orm
    .select({
      typeId: tasks.taskTypeId,
      targetSsId: tasks.targetSsId,
      maxConcurrentTasks: tasks.maxConcurrentTasks,
      attempts: last.attempts,
      skipsUntouched: taskTypes.skipsUntouched,
      memory: {
        targetVersion: copyMemories.targetVersion,
        sourceVersion: copyMemories.sourceVersion,
        sourceIsComputed: sql<boolean | null>`(${copyMemories.memory} ->> 'sourceIsComputed')::boolean`,
        comparedAt: copyMemories.comparedAt,
        readAllAt: copyMemories.readAllAt,
      },
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoin(copyMemories, eq(copyMemories.taskId, tasks.id))
    .leftJoinLateral(last, sql`true`)
    .where(and(eq(tasks.isActive, true), sql`not exists ${current}`))
  const types = await orm.select().from(taskTypes)
  const waveTasks = rows.map(({ attempts, skipsUntouched, memory, ...task }) => ({
    ...task,
    use: accessUseOf(attempts ?? []),
    maySkip: skipsUntouched && memory !== null && hasRecentVersions(memory, now),
  }))
  return { tasks: waveTasks, types }
}

/** The last run of each task that copied. */
function lastCopy(orm: Orm) {
  return orm
    .select({ attempts: runs.attempts })
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

interface Memory {
  targetVersion: string | null
  sourceVersion: string | null
  sourceIsComputed: boolean | null
  comparedAt: Date | null
  readAllAt: Date
}

/** Whether the next run reads nothing if Drive names the same versions. */
function hasRecentVersions({ readAllAt, comparedAt, ...seen }: Memory, now: Date): boolean {
  if (now.getTime() - readAllAt.getTime() >= READS_ALL_AFTER_MS) return false
  const { targetVersion, sourceVersion, sourceIsComputed } = seen
  const versions = { targetVersion: targetVersion ?? undefined, sourceVersion: sourceVersion ?? undefined }
  return hasSettledVersions({ ...versions, sourceIsComputed: sourceIsComputed ?? undefined, comparedAt }, now)
}

/** Undefined without a record: the task has not run, or an earlier version ran it. */
function accessUseOf(attempts: readonly AttemptRecord[]): TaskUse | undefined {
  if (attempts.length === 0) return undefined
  const accounts = new Map<string, AccountUse>()
  let workMs = 0
  for (const { startedAt, recordedAt, figures } of attempts) {
    workMs += Math.max(0, Date.parse(recordedAt) - Date.parse(startedAt) - figures.activities.quota)
    for (const use of figures.accounts) accounts.set(use.account, added(use, accounts.get(use.account)))
  }
  return { accounts: [...accounts.values()], workMs }
}

function added(use: AccountUse, earlier: AccountUse | undefined): AccountUse {
  return earlier ? { ...use, reads: use.reads + earlier.reads, writes: use.writes + earlier.writes } : use
}

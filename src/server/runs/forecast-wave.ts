import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { ForecastTask, ForecastType } from '#domain/forecast/forecast.ts'
import type { IntervalUse } from '#domain/forecast/interval-load.ts'
import type { CopyUse } from '#domain/runs/attempt-record.ts'
import { hasSettledVersions, READS_ALL_AFTER_MS } from '#domain/runs/settled-versions.ts'
import { minutesBetweenRuns } from '#domain/schedule/minutes-between-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { copyMemories, runs } from '#server/storage/schema.ts'

interface RunAllWave {
  readonly tasks: ForecastTask[]
  readonly types: ForecastType[]
}

/** A task as an array of values, because reading an object per task costs more than finding the tasks. */
type WaveRow = [
  typeId: number,
  targetSsId: string,
  maxConcurrentTasks: number | null,
  use: CopyUse | null,
  memory: MemoryRow | null,
]

type MemoryRow = [
  targetVersion: string | null,
  sourceVersion: string | null,
  sourceIsComputed: boolean | null,
  comparedAt: string | null,
  readAllAt: string,
]

/** Reads the tasks that Run All would start now, with the requests of their last copies. */
export async function readRunAllWave(orm: Orm, now: Date): Promise<RunAllWave> {
  const current = orm
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.taskId, tasks.id), isNull(runs.endedAt)))
  const { memory, targetVersion, sourceVersion, comparedAt, readAllAt } = copyMemories
  const memoryRow = sql`case when ${copyMemories.taskId} is not null then json_build_array(
    ${targetVersion}, ${sourceVersion}, (${memory} ->> 'sourceIsComputed')::boolean, ${comparedAt}, ${readAllAt}) end`
  const row = sql`json_build_array(${tasks.taskTypeId}, ${tasks.targetSsId}, ${tasks.maxConcurrentTasks}, ${tasks.lastUse}, ${memoryRow})`
  const [read] = await orm
    .select({ rows: sql<WaveRow[]>`coalesce(json_agg(${row}), '[]'::json)` })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    // The memory is large, and only needed for tasks that may be skipped.
    .leftJoin(copyMemories, and(eq(copyMemories.taskId, tasks.id), taskTypes.skipsUntouched))
    .where(and(eq(tasks.isActive, true), sql`not exists ${current}`))
  const types = await orm.select().from(taskTypes)
  const waveTasks = (read?.rows ?? []).map(([typeId, targetSsId, maxConcurrentTasks, use, seen]) => ({
    ...{ typeId, targetSsId, maxConcurrentTasks },
    use: use ?? undefined,
    maySkip: seen !== null && hasRecentVersions(seen, now),
  }))
  return { tasks: waveTasks, types }
}

/** Reads the tasks with intervals, with the requests of their last copies. */
export async function readIntervalUses(
  orm: Orm,
  isSaved: (task: { id: number; typeId: number; hasOwnInterval: boolean }) => boolean = () => false,
): Promise<IntervalUse[]> {
  const rows = await orm
    .select({
      id: tasks.id,
      typeId: tasks.taskTypeId,
      ownMinutes: tasks.everyMinutes,
      typeMinutes: taskTypes.everyMinutes,
      use: tasks.lastUse,
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(and(eq(tasks.isActive, true), or(isNotNull(tasks.everyMinutes), isNotNull(taskTypes.everyMinutes))))
  return rows.flatMap(({ ownMinutes, typeMinutes, use, ...task }) => {
    const everyMinutes = minutesBetweenRuns(ownMinutes, typeMinutes)
    if (everyMinutes === null) return []
    const saved = isSaved({ ...task, hasOwnInterval: ownMinutes !== null })
    return { everyMinutes, accounts: use?.accounts, isSaved: saved }
  })
}

/** Whether the next run reads nothing if Drive still reports the same versions. */
function hasRecentVersions(
  [targetVersion, sourceVersion, sourceIsComputed, comparedAt, readAllAt]: MemoryRow,
  now: Date,
): boolean {
  if (now.getTime() - Date.parse(readAllAt) >= READS_ALL_AFTER_MS) return false
  const versions = { targetVersion: targetVersion ?? undefined, sourceVersion: sourceVersion ?? undefined }
  const seenAt = comparedAt === null ? null : new Date(comparedAt)
  return hasSettledVersions({ ...versions, sourceIsComputed: sourceIsComputed ?? undefined, comparedAt: seenAt }, now)
}

import { count, eq, gte, isNull, max, or, type SQL, sql } from 'drizzle-orm'
import { MAX_NAMED_TASKS, type SimilarRuns } from '#domain/runs/run-timeline.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'

/**
 * Reads all runs in progress at any time since a date. Because there may be tens of thousands, it counts similar runs of a type
 * together. Similar runs have the same status, and began and ended within the same `slotMs`.
 */
export async function readSimilarRuns(
  orm: Orm,
  { since, slotMs }: { since: Date; slotMs: number },
): Promise<SimilarRuns[]> {
  // A run that ended without starting appears at its end.
  const from = sql`coalesce(${runs.startedAt}, ${runs.endedAt}, ${runs.queuedAt})`.mapWith(runs.queuedAt)
  const computeSlot = (time: SQL) => sql`floor(extract(epoch from ${time}) / ${slotMs / SECOND_MS}::float8)`
  const run = orm
    .select({
      id: runs.id,
      typeId: sql`${taskTypes.id}`.mapWith(taskTypes.id).as('type_id'),
      typeName: sql`${taskTypes.name}`.mapWith(taskTypes.name).as('type_name'),
      taskName: sql`${tasks.name}`.mapWith(tasks.name).as('task_name'),
      status: runs.status,
      from: from.as('began_at'),
      endedAt: runs.endedAt,
      fromSlot: computeSlot(from).as('from_slot'),
      endSlot: computeSlot(sql`${runs.endedAt}`).as('end_slot'),
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(or(isNull(runs.endedAt), gte(runs.endedAt, since)))
    .as('run')
  const rows = await orm
    .select({
      typeId: run.typeId,
      typeName: run.typeName,
      status: run.status,
      count: count(),
      lastRunId: max(run.id),
      from: sql<Date>`min(${run.from})`.mapWith(runs.queuedAt),
      to: sql<Date | null>`max(${run.endedAt})`.mapWith(runs.endedAt),
      taskNames: sql<
        string[]
      >`to_json((array_agg(distinct ${run.taskName}))[:${sql.raw(String(MAX_NAMED_TASKS + 1))}])`,
    })
    .from(run)
    .groupBy(run.typeId, run.typeName, run.status, run.fromSlot, run.endSlot)
  return rows.map(({ from, to, lastRunId, ...row }) => ({
    ...row,
    lastRunId: lastRunId ?? 0,
    span: { fromMs: from.getTime(), toMs: to?.getTime() ?? null },
  }))
}

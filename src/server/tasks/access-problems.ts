import { and, asc, eq, getTableColumns, isNotNull, lt, sql } from 'drizzle-orm'
import { stringifyStorable } from '#domain/copy/storable-text.ts'
import type { Failure } from '#domain/failures/failure.ts'
import type { LastTabs } from '#domain/tasks/last-tabs.ts'
import { lastTabsIn } from '#server/last-copy/baselines.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { accessChecks } from '#server/storage/schema.ts'
import type { Task } from './read-tasks.ts'

export interface TaskToCheck extends Task {
  lastTabs: LastTabs
}

/** Lists tasks that run by schedule or with Run All, in a stable order. */
export async function activeTasks(orm: Orm): Promise<TaskToCheck[]> {
  const columns = { ...getTableColumns(tasks), lastTabs: lastTabsIn(tasks) }
  return await orm.select(columns).from(tasks).where(eq(tasks.isActive, true)).orderBy(asc(tasks.id))
}

/** Stores the access problem of a task, unless the task has changed meanwhile. Writes only differences. */
export async function saveAccessProblem(orm: Orm, task: Task, failure: Failure | undefined): Promise<void> {
  const { id, sourceSsId, targetSsId } = task
  const accessFailure = failure ?? null
  const isSame = and(eq(tasks.id, id), eq(tasks.sourceSsId, sourceSsId), eq(tasks.targetSsId, targetSsId))
  await orm
    .update(tasks)
    .set({ accessFailure })
    .where(
      and(
        isSame,
        sql`${tasks.accessFailure} is distinct from ${accessFailure && stringifyStorable(accessFailure)}::jsonb`,
      ),
    )
}

/** Counts active tasks that would fail. */
export async function countAccessProblems(orm: Orm): Promise<number> {
  return await orm.$count(tasks, and(eq(tasks.isActive, true), isNotNull(tasks.accessFailure)))
}

const ONLY_ROW = 1

/** Time when the last check of all tasks began on any node. */
export async function lastAccessCheckAt(orm: Orm): Promise<Date | undefined> {
  const [row] = await orm.select({ at: accessChecks.startedAt }).from(accessChecks)
  return row?.at
}

/** Records the start of a check of all tasks. Returns false if any node began a check at `since` or later. */
export async function claimAccessCheck(
  orm: Orm,
  { since, now }: { since: Date | undefined; now: Date },
): Promise<boolean> {
  const isOlder = since && lt(accessChecks.startedAt, since)
  const claimed = await orm
    .insert(accessChecks)
    .values({ id: ONLY_ROW, startedAt: now })
    .onConflictDoUpdate({
      target: accessChecks.id,
      set: { startedAt: now },
      ...(isOlder && { setWhere: isOlder }),
    })
    .returning({ id: accessChecks.id })
  return claimed.length > 0
}

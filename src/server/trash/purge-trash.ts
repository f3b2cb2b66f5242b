import { and, asc, count, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import { TRASH_DAYS } from '#contract/trash.ts'
import { pluralize } from '#domain/pluralize.ts'
import { withTypeName } from '#domain/tasks/task-name.ts'
import { DAY_MS } from '#domain/time.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { allTasks, allTaskTypes, deletions } from '#server/storage/schema.ts'
import { notInTrash, removeEmptyEntries } from './restore-trash.ts'

/** Tasks whose runs, logs and data copies can be deleted within the time limit of a statement. */
const TASKS_PER_STATEMENT = 500

/**
 * Deletes an entry of the trash for good.
 *
 * @throws Refusal 'not_found', 'conflict' for a type that something else in the trash needs
 */
export async function purgeDeletion(orm: Orm, deletionId: number): Promise<void> {
  await orm.transaction(async (tx) => {
    await lockEntry(tx, deletionId)
    const types = await tx.select().from(allTaskTypes).where(eq(allTaskTypes.deletionId, deletionId))
    for (const { id, name } of types) await requireUnneeded(tx, { id, name })
    await recordPurge(tx, { deletionId, typeNames: types.map(({ name }) => name) })
    await tx.delete(allTaskTypes).where(eq(allTaskTypes.deletionId, deletionId))
    await removeEmptyEntries(tx)
  })
  while (await deleteSomeTasks(orm, deletionId));
}

/**
 * Deletes for good all entries older than 30 days. Deletes the oldest first, because a type was deleted after its dependents.
 */
export async function purgeExpired(orm: Orm, now: Date): Promise<number> {
  const before = new Date(now.getTime() - TRASH_DAYS * DAY_MS)
  const expired = await orm
    .select({ id: deletions.id })
    .from(deletions)
    .where(lt(deletions.deletedAt, before))
    .orderBy(asc(deletions.deletedAt), asc(deletions.id))
  for (const { id } of expired) {
    await purgeDeletion(orm, id).catch((error: unknown) => {
      // The task was restored or deleted after it was listed.
      if (!(error instanceof Refusal)) throw error
    })
  }
  return expired.length
}

/**
 * Deletes a batch of tasks. Returns false once no task is left. Each batch is a transaction, so nobody waits long, and an
 * interrupted purge can be repeated.
 */
async function deleteSomeTasks(orm: Orm, deletionId: number): Promise<boolean> {
  return await orm.transaction(async (tx) => {
    await lockTaskRows(tx)
    const batch = tx
      .select({ id: allTasks.id })
      .from(allTasks)
      .where(eq(allTasks.deletionId, deletionId))
      .limit(TASKS_PER_STATEMENT)
    const deleted = await tx.delete(allTasks).where(inArray(allTasks.id, batch)).returning({ id: allTasks.id })
    if (deleted.length === TASKS_PER_STATEMENT) return true
    await removeEmptyEntries(tx)
    return false
  })
}

async function lockEntry(tx: Orm, deletionId: number): Promise<void> {
  await lockTaskRows(tx)
  const [entry] = await tx.select().from(deletions).where(eq(deletions.id, deletionId)).for('update')
  if (!entry) throw notInTrash()
}

async function requireUnneeded(tx: Orm, { id, name }: { id: number; name: string }): Promise<void> {
  const [tasksOf] = await tx
    .select({ count: count() })
    .from(allTasks)
    .where(and(eq(allTasks.taskTypeId, id), isNotNull(allTasks.deletionId)))
  const [dependent] = await tx.select().from(allTaskTypes).where(eq(allTaskTypes.dependsOnId, id)).limit(1)
  const taskCount = tasksOf?.count ?? 0
  const reason =
    taskCount > 0
      ? `${pluralize(taskCount, 'task')} of it ${taskCount === 1 ? 'is' : 'are'} in the trash too`
      : dependent && `"${dependent.name}" in the trash depends on it`
  if (reason) throw new Refusal('conflict', `Cannot delete "${name}" for good: ${reason}. Delete that first.`)
}

async function recordPurge(
  tx: Orm,
  { deletionId, typeNames }: { deletionId: number; typeNames: readonly string[] },
): Promise<void> {
  const deleted = await tx
    .select({ id: allTasks.id, name: allTasks.name, typeName: allTaskTypes.name })
    .from(allTasks)
    .innerJoin(allTaskTypes, eq(allTaskTypes.id, allTasks.taskTypeId))
    .where(eq(allTasks.deletionId, deletionId))
    .orderBy(asc(allTasks.id))
  const names = [...deleted.map(({ name, typeName }) => withTypeName(name, typeName)), ...typeNames]
  if (names.length > 0) await recordActivity(tx, { taskIds: deleted.map(({ id }) => id), names })
}

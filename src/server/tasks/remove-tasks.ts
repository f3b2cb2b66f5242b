import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import type { SelectionOutcome } from '#contract/selected-tasks.ts'
import type { DeletionKind } from '#contract/trash.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { recordDeletion } from '#server/activity/record-deletion.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { alertIncidents, allTasks, runs } from '#server/storage/schema.ts'
import { DELETED, readSelectedTasks, refuseSome } from './selected-tasks.ts'
import { closeAllGaps, closeGaps, lockTask } from './task-positions.ts'

/**
 * Moves a task to the trash, with its runs, log and data copy.
 *
 * @throws Refusal 'not_found', 'invalid' while it has a run in progress
 */
export async function removeTask(orm: Orm, taskId: number): Promise<void> {
  await orm.transaction(async (tx) => {
    const task = await lockTask(tx, taskId)
    const inProgress = and(eq(runs.taskId, taskId), isNull(runs.endedAt))
    if ((await tx.$count(runs, inProgress)) > 0) throw new Refusal('invalid', 'Cannot delete while the task is running')
    const changes = fieldChanges({ before: taskSettings.toFields(task) })
    await recordActivity(tx, { taskIds: [taskId], changes })
    await moveToTrash(tx, { kind: 'task', which: eq(tasks.id, taskId) })
    await closeGaps(tx, [task.taskTypeId])
  })
}

/** Moves selected tasks without a run in progress to the trash, as a single entry. */
export async function removeSelectedTasks(orm: Orm, taskIds: readonly number[]): Promise<SelectionOutcome> {
  return await orm.transaction(async (tx) => {
    await lockTaskRows(tx)
    const selected = await readSelectedTasks(tx, taskIds)
    const outcome = refuseSome(taskIds, (id) => {
      const task = selected.get(id)
      if (!task) return DELETED
      return task.isBusy ? 'Cannot delete while the task is running' : undefined
    })
    const { done_ids: removed } = outcome
    if (removed.length === 0) return outcome
    const typeIds = new Set(removed.flatMap((id) => selected.get(id)?.taskTypeId ?? []))
    await recordActivity(tx, { taskIds: removed })
    await moveToTrash(tx, { kind: 'task', which: isInList(tasks.id, removed) })
    await closeGaps(tx, [...typeIds])
    return outcome
  })
}

/**
 * Moves every task to the trash, as a single entry.
 *
 * @throws Refusal 'invalid' while a task has a run in progress
 */
export async function removeAllTasks(orm: Orm): Promise<void> {
  await orm.transaction(async (tx) => {
    // Queueing a run also takes this lock, so no run can start between the check and the deletion.
    await lockTaskRows(tx)
    if ((await tx.$count(runs, isNull(runs.endedAt))) > 0)
      throw new Refusal('invalid', 'Cannot delete while tasks are running')
    const ids = await tx.select({ id: tasks.id }).from(tasks).orderBy(tasks.id)
    if (ids.length === 0) return
    await recordActivity(tx, { taskIds: ids.map(({ id }) => id) })
    await moveToTrash(tx, { kind: 'all_tasks', which: undefined })
    await closeAllGaps(tx)
  })
}

/**
 * Moves tasks to the trash as a single entry. Nobody gets alerts about tasks in the trash. The caller closes the gaps in
 * positions.
 */
export async function moveToTrash(
  tx: Orm,
  { kind, which }: { kind: DeletionKind; which: SQL | undefined },
): Promise<void> {
  const deletionId = await recordDeletion(tx, kind)
  await tx
    .delete(alertIncidents)
    .where(inArray(alertIncidents.taskId, tx.select({ id: tasks.id }).from(tasks).where(which)))
  await tx
    .update(allTasks)
    .set({ deletionId })
    .where(inArray(allTasks.id, tx.select({ id: tasks.id }).from(tasks).where(which)))
}

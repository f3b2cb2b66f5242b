import { and, eq, inArray, isNull } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs, tasks } from '#server/storage/schema.ts'
import { closeGaps, lockTask } from './task-positions.ts'

/** The runs, logs and data copies of so many tasks are deleted within the time limit of a statement. */
const TASKS_PER_STATEMENT = 500

/**
 * Deletes a task with its runs, log and data copy.
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
    await tx.delete(tasks).where(eq(tasks.id, taskId))
    await closeGaps(tx, [task.taskTypeId])
  })
}

/**
 * Deletes every task.
 *
 * @throws Refusal 'invalid' while any has a run in progress
 */
export async function removeAllTasks(orm: Orm): Promise<void> {
  await orm.transaction(async (tx) => {
    // Queueing a run takes this lock too, so no run can start between the check and the deletion.
    await lockTaskRows(tx)
    if ((await tx.$count(runs, isNull(runs.endedAt))) > 0)
      throw new Refusal('invalid', 'Cannot delete while tasks are running')
    await recordRemovalOfAll(tx)
    await deleteInBatches(tx)
  })
}

async function recordRemovalOfAll(tx: Orm): Promise<void> {
  const ids = await tx.select({ id: tasks.id }).from(tasks).orderBy(tasks.id)
  if (ids.length > 0) await recordActivity(tx, { taskIds: ids.map(({ id }) => id) })
}

async function deleteInBatches(tx: Orm): Promise<void> {
  for (;;) {
    const batch = tx.select({ id: tasks.id }).from(tasks).limit(TASKS_PER_STATEMENT)
    const deleted = await tx.delete(tasks).where(inArray(tasks.id, batch)).returning({ id: tasks.id })
    if (deleted.length < TASKS_PER_STATEMENT) return
  }
}

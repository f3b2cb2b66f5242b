import { and, eq, isNull } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs, tasks } from '#server/storage/schema.ts'
import { closeGaps, lockTask } from './task-positions.ts'

/**
 * Deletes a task with its runs, log and data copy.
 *
 * @throws Refusal 'not_found', 'invalid' while it has a run in progress
 */
export async function removeTask(orm: Orm, taskId: number): Promise<void> {
  await orm.transaction(async (tx) => {
    const task = await lockTask(tx, taskId)
    const [inProgress] = await tx
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.taskId, taskId), isNull(runs.endedAt)))
      .limit(1)
    if (inProgress) throw new Refusal('invalid', 'Cannot delete while the task is running')
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
    // Whoever queues a run waits for this lock, so no run slips in between the look and the deletion.
    await lockTaskRows(tx)
    const [inProgress] = await tx.select({ id: runs.id }).from(runs).where(isNull(runs.endedAt)).limit(1)
    if (inProgress) throw new Refusal('invalid', 'Cannot delete while tasks are running')
    await tx.delete(tasks)
  })
}

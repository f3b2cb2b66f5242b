import { asc, eq } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import { reasonToKeepType } from '#domain/tasks/task-type-problems.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/schema.ts'
import { noSuchTaskType } from './read-task-types.ts'

/**
 * Deletes a task type.
 *
 * @throws Refusal 'not_found', 'invalid' while it has tasks or other types depend on it: the message names them
 */
export async function removeTaskType(orm: Orm, typeId: number): Promise<void> {
  await orm.transaction(async (tx) => {
    // The strongest lock of a row: nobody can add a task or a dependency that points at the type meanwhile.
    const [type] = await tx.select().from(taskTypes).where(eq(taskTypes.id, typeId)).for('update')
    if (!type) throw noSuchTaskType()
    const itsTasks = await tx
      .select({ name: tasks.name })
      .from(tasks)
      .where(eq(tasks.taskTypeId, typeId))
      .orderBy(asc(tasks.position))
    const dependents = await tx
      .select({ name: taskTypes.name })
      .from(taskTypes)
      .where(eq(taskTypes.dependsOnId, typeId))
      .orderBy(asc(taskTypes.position))
    const reason = reasonToKeepType({
      name: type.name,
      taskNames: itsTasks.map(({ name }) => name),
      dependentNames: dependents.map(({ name }) => name),
    })
    if (reason !== undefined) throw new Refusal('invalid', reason)
    await tx.delete(taskTypes).where(eq(taskTypes.id, typeId))
  })
}

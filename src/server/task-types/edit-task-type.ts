import { and, eq, ne } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import type { TaskTypeChange, TaskTypeFields } from '#contract/task-type.ts'
import { closesLoop } from '#domain/tasks/dependency.ts'
import { changedTypeFields } from '#domain/tasks/task-type-fields.ts'
import { CIRCULAR_DEPENDENCY, DEPENDS_ON_ITSELF, TYPE_NAME_TAKEN } from '#domain/tasks/task-type-problems.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import { refuseViolations } from '#server/storage/constraint.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/schema.ts'
import { lockTaskTypes, noSuchTaskType } from './read-task-types.ts'

type TaskType = typeof taskTypes.$inferSelect
type TaskTypeSettings = Omit<TaskType, 'id' | 'position' | 'lastStartAt'>

/**
 * Adds a task type at the end and answers its id.
 *
 * @throws Refusal 'invalid' for a dependency that cannot be, 'conflict' for a name that is taken
 */
export async function createTaskType(orm: Orm, fields: TaskTypeFields): Promise<number> {
  const work = () =>
    orm.transaction(async (tx) => {
      const types = await lockTaskTypes(tx)
      refuseDependency({ typeId: null, dependsOnId: fields.depends_on_id, types })
      return insertTaskType(tx, { settings: typeSettings(fields), position: nextPosition(types) })
    })
  return refuseViolations({ work, refusals: conflicts })
}

/**
 * Changes what was sent of a task type. A new chunk size is set on its tasks too; the answer says how many changed.
 *
 * @throws Refusal 'not_found', 'invalid' for a dependency that cannot be, 'conflict' for a name that is taken
 */
export async function updateTaskType(
  orm: Orm,
  { typeId, change }: { typeId: number; change: TaskTypeChange },
): Promise<{ updatedTasksCount: number }> {
  const work = () =>
    orm.transaction(async (tx) => {
      await lockTaskRows(tx)
      const types = await lockTaskTypes(tx)
      const type = types.find(({ id }) => id === typeId)
      if (!type) throw noSuchTaskType()
      if (change.depends_on_id !== undefined) {
        refuseDependency({ typeId, dependsOnId: change.depends_on_id, types })
      }
      const settings = typeSettings(changedTypeFields({ fields: fieldsOfType(type), change }))
      return { updatedTasksCount: await changeTaskType(tx, { type, settings }) }
    })
  return refuseViolations({ work, refusals: conflicts })
}

/** Writes a type's settings and carries a new chunk size to its tasks; answers how many tasks changed. */
export async function changeTaskType(
  tx: Orm,
  { type, settings }: { type: { id: number; chunkSize: number }; settings: TaskTypeSettings },
): Promise<number> {
  await tx.update(taskTypes).set(settings).where(eq(taskTypes.id, type.id))
  if (settings.chunkSize === type.chunkSize) return 0
  const changed = await tx
    .update(tasks)
    .set({ chunkSize: settings.chunkSize })
    .where(and(eq(tasks.taskTypeId, type.id), ne(tasks.chunkSize, settings.chunkSize)))
    .returning({ id: tasks.id })
  return changed.length
}

export async function insertTaskType(
  tx: Orm,
  { settings, position }: { settings: TaskTypeSettings; position: number },
): Promise<number> {
  const [inserted] = await tx
    .insert(taskTypes)
    .values({ ...settings, position })
    .returning({ id: taskTypes.id })
  if (!inserted) throw new Error('An inserted task type came back without its id')
  return inserted.id
}

export function nextPosition(types: readonly TaskType[]): number {
  return (types.at(-1)?.position ?? 0) + 1
}

export function typeSettings(fields: TaskTypeFields): TaskTypeSettings {
  return {
    name: fields.name,
    allowedConcurrentTasks: fields.allowed_concurrent_tasks,
    dependsOnId: fields.depends_on_id,
    queueDelaySeconds: fields.queue_delay_seconds,
    maxRetries: fields.max_retries,
    retryDelaySeconds: fields.retry_delay_seconds,
    chunkSize: fields.chunk_size,
  }
}

export function fieldsOfType(type: TaskType): TaskTypeFields {
  return {
    name: type.name,
    allowed_concurrent_tasks: type.allowedConcurrentTasks,
    depends_on_id: type.dependsOnId,
    queue_delay_seconds: type.queueDelaySeconds,
    max_retries: type.maxRetries,
    retry_delay_seconds: type.retryDelaySeconds,
    chunk_size: type.chunkSize,
  }
}

function refuseDependency({
  typeId,
  dependsOnId,
  types,
}: {
  typeId: number | null
  dependsOnId: number | null
  types: readonly TaskType[]
}): void {
  if (dependsOnId === null) return
  if (dependsOnId === typeId) throw dependencyRefusal(DEPENDS_ON_ITSELF)
  if (!types.some(({ id }) => id === dependsOnId)) throw dependencyRefusal('The task type to depend on does not exist.')
  const links = types.map(({ id, name, dependsOnId: depends_on_id }) => ({ id, name, depends_on_id }))
  if (closesLoop({ typeId, dependsOnId, types: links })) throw dependencyRefusal(CIRCULAR_DEPENDENCY)
}

function dependencyRefusal(message: string): Refusal {
  return new Refusal('invalid', message, { depends_on_id: message })
}

const conflicts = {
  task_types_name_unique: () => new Refusal('conflict', TYPE_NAME_TAKEN, { name: TYPE_NAME_TAKEN }),
}

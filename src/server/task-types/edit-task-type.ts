import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import type { TaskTypeChange, TaskTypeFields } from '#contract/task-type.ts'
import { closesLoop } from '#domain/tasks/dependency.ts'
import { mergeChange } from '#domain/tasks/field-version.ts'
import {
  CIRCULAR_DEPENDENCY,
  DEPENDS_ON_ITSELF,
  reasonToKeepType,
  TYPE_NAME_TAKEN,
} from '#domain/tasks/task-type-problems.ts'
import { type TaskTypeSettings, taskTypeSettings } from '#domain/tasks/task-type-settings.ts'
import { editorsOfType } from '#server/activity/editors-of.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { recordDeletion } from '#server/activity/record-deletion.ts'
import { refuseConflicts } from '#server/activity/refuse-conflicts.ts'
import { forgetCellsOfType } from '#server/runs/forget-cells.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import { replaceConstraintErrors } from '#server/storage/constraint-errors.ts'
import type { Orm } from '#server/storage/database.ts'
import { listPlaces } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { allTaskTypes } from '#server/storage/schema.ts'
import { lockTaskTypes, noSuchTaskType } from './read-task-types.ts'

type TaskType = typeof taskTypes.$inferSelect

/**
 * Adds a task type at the end and returns its ID.
 *
 * @throws Refusal 'invalid' for an impossible dependency, 'conflict' for a name that is taken
 */
export async function createTaskType(orm: Orm, fields: TaskTypeFields): Promise<number> {
  const work = () =>
    orm.transaction(async (tx) => {
      const types = await lockTaskTypes(tx)
      const settings = taskTypeSettings.fromFields(fields)
      refuseDependency({ typeId: null, dependsOnId: settings.dependsOnId, types })
      const typeId = await insertTaskType(tx, { settings, position: nextPosition(types) })
      const changes = fieldChanges({ after: taskTypeSettings.toFields(settings) })
      await recordActivity(tx, { names: [settings.name], changes })
      return typeId
    })
  return replaceConstraintErrors({ work, replacements: conflicts })
}

/**
 * Changes a task type. Also sets a new chunk size on its tasks, and returns how many tasks changed.
 *
 * @throws Refusal 'not_found', 'invalid' for an impossible dependency, 'conflict' for a name that is taken; 'changed_meanwhile'
 */
export async function updateTaskType(
  orm: Orm,
  { typeId, change: sent, version }: { typeId: number; change: TaskTypeChange; version?: string | undefined },
): Promise<{ updatedTasksCount: number }> {
  const work = () =>
    orm.transaction(async (tx) => {
      await lockTaskRows(tx)
      const types = await lockTaskTypes(tx)
      const type = types.find(({ id }) => id === typeId)
      if (!type) throw noSuchTaskType()
      const change = version === undefined ? sent : await changeSince(tx, { type, version, sent })
      const settings = taskTypeSettings.apply(type, change)
      if (change.depends_on_id !== undefined) refuseDependency({ typeId, dependsOnId: settings.dependsOnId, types })
      const updatedTasksCount = await changeTaskType(tx, { type, settings })
      const [before, after] = [taskTypeSettings.toFields(type), taskTypeSettings.toFields(settings)]
      const changes = fieldChanges({ before, after })
      if (changes.length > 0) await recordActivity(tx, { names: [settings.name], changes })
      return { updatedTasksCount }
    })
  return replaceConstraintErrors({ work, replacements: conflicts })
}

/** Finds the differences between a change and the version it began from. @throws Refusal 'changed_meanwhile' */
async function changeSince(
  tx: Orm,
  { type, version, sent }: { type: TaskType; version: string; sent: TaskTypeChange },
): Promise<TaskTypeChange> {
  const { change, conflicts } = mergeChange({ version, current: taskTypeSettings.toFields(type), sent })
  if (conflicts.length > 0) refuseConflicts(conflicts, await editorsOfType(tx, type.name))
  return change
}

/**
 * Writes a type's settings, and sets a new chunk size on its tasks. Deletes their stored cells if the type stops keeping cells.
 * Returns how many tasks got another chunk size.
 */
export async function changeTaskType(
  tx: Orm,
  { type, settings }: { type: Pick<TaskType, 'id' | 'chunkSize' | 'keepsCells'>; settings: TaskTypeSettings },
): Promise<number> {
  await tx.update(taskTypes).set(settings).where(eq(taskTypes.id, type.id))
  if (type.keepsCells && !settings.keepsCells) await forgetCellsOfType(tx, type.id)
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
  if (!inserted) throw new Error('INSERT of a task type returned no row')
  return inserted.id
}

export function nextPosition(types: readonly TaskType[]): number {
  return (types.at(-1)?.position ?? 0) + 1
}

/**
 * Puts the task types in the order of these IDs.
 *
 * @throws Refusal 'invalid' when the order does not list each task type once
 */
export async function reorderTaskTypes(orm: Orm, order: readonly number[]): Promise<void> {
  await orm.transaction(async (tx) => {
    const types = await lockTaskTypes(tx)
    const listed = new Set(order)
    if (order.length !== types.length || !types.every(({ id }) => listed.has(id))) {
      throw new Refusal('invalid', 'The order must list each task type once.')
    }
    await tx
      .update(taskTypes)
      .set({ position: sql`listed.place` })
      .from(listPlaces(order, 'listed'))
      .where(sql`${taskTypes.id} = listed.id`)
    const nameById = new Map(types.map(({ id, name }) => [id, name]))
    const buildOrder = (ids: readonly number[]) => ({ order: ids.map((id) => nameById.get(id)) })
    const changes = fieldChanges({ before: buildOrder(types.map(({ id }) => id)), after: buildOrder(order) })
    if (changes.length > 0) await recordActivity(tx, { count: types.length, changes })
  })
}

/**
 * Moves a task type to the trash.
 *
 * @throws Refusal 'not_found', 'invalid' while it has tasks or other types depend on it: the message names them
 */
export async function removeTaskType(orm: Orm, typeId: number): Promise<void> {
  await orm.transaction(async (tx) => {
    // Take the strongest row lock: before the deletion, nobody can add a task or a dependency for the type.
    const [type] = await tx.select().from(taskTypes).where(eq(taskTypes.id, typeId)).for('update')
    if (!type) throw noSuchTaskType()
    const tasksOfType = await tx
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
      taskNames: tasksOfType.map(({ name }) => name),
      dependentNames: dependents.map(({ name }) => name),
    })
    if (reason !== undefined) throw new Refusal('invalid', reason)
    const changes = fieldChanges({ before: taskTypeSettings.toFields(type) })
    await recordActivity(tx, { names: [type.name], changes })
    const deletionId = await recordDeletion(tx, 'type')
    await tx.update(allTaskTypes).set({ deletionId }).where(eq(allTaskTypes.id, typeId))
  })
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
  if (closesLoop({ typeId, dependsOnId, types })) throw dependencyRefusal(CIRCULAR_DEPENDENCY)
}

function dependencyRefusal(message: string): Refusal {
  return new Refusal('invalid', message, { depends_on_id: message })
}

const conflicts = {
  task_types_name_unique: () => new Refusal('conflict', TYPE_NAME_TAKEN, { name: TYPE_NAME_TAKEN }),
}

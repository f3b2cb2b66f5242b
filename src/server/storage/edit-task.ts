import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type ErrorCode, Refusal } from '#contract/errors.ts'
import type { TaskChange, TaskFields } from '#contract/task.ts'
import {
  copiesOntoItself,
  fieldsOf,
  isOwnTarget,
  nameTaken,
  otherConflict,
  spreadsheetsTaken,
  type TaskFault,
  unknownType,
} from '#domain/task-faults.ts'
import { taskName } from '#domain/task-name.ts'
import { refuseViolations } from './constraint.ts'
import type { Orm } from './database.ts'
import { tasks } from './schema.ts'
import { closeGaps, lastPosition, lockTask, lockTypes } from './task-positions.ts'
import type { Task } from './tasks.ts'

/** What a person may set of a task, as it is kept. */
export type TaskSettings = Pick<
  Task,
  | 'taskTypeId'
  | 'name'
  | 'sourceSsId'
  | 'targetSsId'
  | 'sourceSheetName'
  | 'targetSheetName'
  | 'scheduledTimes'
  | 'relevantUserAccounts'
  | 'chunkSize'
  | 'startRow'
  | 'maxConcurrentTasks'
  | 'isActive'
>

/**
 * Adds a task at the end of its type and answers its id.
 *
 * @throws Refusal 'invalid' for an unknown type or a task that would copy onto itself, 'conflict'
 */
export async function createTask(
  orm: Orm,
  { fields, createdBy }: { fields: TaskFields; createdBy: string },
): Promise<number> {
  const work = () =>
    orm.transaction(async (tx) => {
      const type = (await lockTypes(tx, [fields.sync_task_type_id])).get(fields.sync_task_type_id)
      if (!type) throw refusal('invalid', unknownType)
      const [id = 0] = await reserveTaskIds(tx, 1)
      const settings = named({ id, settings: settingsOfNew({ fields, chunkSize: type.chunkSize }) })
      if (isOwnTarget(settings)) throw refusal('invalid', copiesOntoItself)
      const position = (await lastPosition(tx, settings.taskTypeId)) + 1
      await tx
        .insert(tasks)
        .overridingSystemValue()
        .values({ ...settings, id, position, createdBy })
      return id
    })
  return refuseViolations({ work, refusals: conflicts })
}

/**
 * Changes what was sent of a task; a task that changes its type goes to the end of the new one.
 *
 * @throws Refusal 'not_found', 'invalid' for an unknown type or a task that would copy onto itself, 'conflict'
 */
export async function updateTask(orm: Orm, { taskId, change }: { taskId: number; change: TaskChange }): Promise<void> {
  const work = () =>
    orm.transaction(async (tx) => {
      const { task, types } = await lockTask(tx, { taskId, otherTypeId: change.sync_task_type_id })
      const settings = named({ id: taskId, settings: { ...task, ...settingsOfChange(change) } })
      if (!types.has(settings.taskTypeId)) throw refusal('invalid', unknownType)
      if (isOwnTarget(settings)) throw refusal('invalid', copiesOntoItself)
      const hasNewType = settings.taskTypeId !== task.taskTypeId
      const position = hasNewType ? (await lastPosition(tx, settings.taskTypeId)) + 1 : task.position
      await tx
        .update(tasks)
        .set({ ...settingsOfChange(change), name: settings.name, position })
        .where(eq(tasks.id, taskId))
      if (hasNewType) await closeGaps(tx, [task.taskTypeId])
    })
  await refuseViolations({ work, refusals: conflicts })
}

/** Takes ids for tasks to come: a task without a name is named after its id. */
export async function reserveTaskIds(tx: Orm, howMany: number): Promise<number[]> {
  if (howMany === 0) return []
  const { rows } = z
    .object({ rows: z.array(z.object({ id: z.coerce.number() })) })
    .parse(
      await tx.execute(
        sql`select nextval(pg_get_serial_sequence('tasks', 'id')) as id from generate_series(1, ${howMany})`,
      ),
    )
  return rows.map((row) => row.id)
}

/** A new task as it is kept; `chunkSize` is the type's. */
export function settingsOfNew({ fields, chunkSize }: { fields: TaskFields; chunkSize: number }): TaskSettings {
  return {
    taskTypeId: fields.sync_task_type_id,
    name: fields.name,
    sourceSsId: fields.source_ss_id,
    targetSsId: fields.target_ss_id,
    sourceSheetName: fields.source_sheet_name,
    targetSheetName: fields.target_sheet_name,
    scheduledTimes: fields.scheduled_times,
    relevantUserAccounts: fields.relevant_user_accounts,
    chunkSize: fields.chunk_size ?? chunkSize,
    startRow: fields.start_row,
    maxConcurrentTasks: fields.max_concurrent_tasks,
    isActive: fields.is_active,
  }
}

/** Only what was sent: no key of the answer is undefined. */
export function settingsOfChange(change: TaskChange): Partial<TaskSettings> {
  return {
    ...(change.sync_task_type_id !== undefined && { taskTypeId: change.sync_task_type_id }),
    ...(change.name !== undefined && { name: change.name }),
    ...(change.source_ss_id !== undefined && { sourceSsId: change.source_ss_id }),
    ...(change.target_ss_id !== undefined && { targetSsId: change.target_ss_id }),
    ...(change.source_sheet_name !== undefined && { sourceSheetName: change.source_sheet_name }),
    ...(change.target_sheet_name !== undefined && { targetSheetName: change.target_sheet_name }),
    ...(change.scheduled_times !== undefined && { scheduledTimes: change.scheduled_times }),
    ...(change.relevant_user_accounts !== undefined && { relevantUserAccounts: change.relevant_user_accounts }),
    ...(change.chunk_size !== undefined && { chunkSize: change.chunk_size }),
    ...(change.start_row !== undefined && { startRow: change.start_row }),
    ...(change.max_concurrent_tasks !== undefined && { maxConcurrentTasks: change.max_concurrent_tasks }),
    ...(change.is_active !== undefined && { isActive: change.is_active }),
  }
}

function named<T extends TaskSettings>({ id, settings }: { id: number; settings: T }): T {
  return { ...settings, name: taskName({ ...settings, id }) }
}

function refusal(code: ErrorCode, fault: TaskFault): Refusal {
  return new Refusal(code, fault.message, fieldsOf(fault))
}

const conflicts = {
  tasks_name_in_type_unique: () => refusal('conflict', nameTaken),
  tasks_source_target_unique: () => refusal('conflict', spreadsheetsTaken),
  tasks_pkey: () => refusal('conflict', otherConflict),
}

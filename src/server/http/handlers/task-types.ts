import { type TaskType, taskTypes } from '#contract/task-type.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler, sharedHandler } from '#server/http/handler.ts'
import { presentTaskTypes } from '#server/http/present/present-task-types.ts'
import type { Orm } from '#server/storage/database.ts'
import { createTaskType, removeTaskType, reorderTaskTypes, updateTaskType } from '#server/task-types/edit-task-type.ts'
import { listTaskTypes, noSuchTaskType } from '#server/task-types/read-task-types.ts'
import { intervalWarnings } from './interval-warnings.ts'

/** Handlers for task types: list, create, update, reorder and delete. */
export function taskTypeHandlers({ database: { orm }, config }: Pick<Context, 'database' | 'config'>): Handler[] {
  const warningsAbout = async ({ id, every_minutes }: TaskType) =>
    every_minutes === null
      ? []
      : await intervalWarnings(orm, {
          isSaved: ({ typeId, hasOwnInterval }) => typeId === id && !hasOwnInterval,
          config,
        })
  return [
    sharedHandler(taskTypes.list, async () => presentTaskTypes(await listTaskTypes(orm))),
    handler(taskTypes.create, async ({ body }) => presentOne(orm, await createTaskType(orm, body))),
    handler(taskTypes.update, async ({ params, body, version }) => {
      const { updatedTasksCount } = await updateTaskType(orm, { typeId: params.id, change: body, version })
      const type = await presentOne(orm, params.id)
      return { ...type, updated_tasks_count: updatedTasksCount, warnings: await warningsAbout(type) }
    }),
    handler(taskTypes.remove, ({ params }) => removeTaskType(orm, params.id)),
    handler(taskTypes.reorder, async ({ body }) => {
      await reorderTaskTypes(orm, body.order)
      return { status: 'success', message: 'Order updated' }
    }),
  ]
}

async function presentOne(orm: Orm, typeId: number): Promise<TaskType> {
  const type = presentTaskTypes(await listTaskTypes(orm)).find(({ id }) => id === typeId)
  if (!type) throw noSuchTaskType()
  return type
}

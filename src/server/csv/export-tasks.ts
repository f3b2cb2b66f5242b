import { stringify } from 'csv-stringify/sync'
import { taskTable } from '#domain/csv/tables.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import type { Orm } from '#server/storage/database.ts'
import { listTasksById, type TaskWithType, taskIdsInOrder } from '#server/tasks/read-tasks.ts'

const PAGE_SIZE = 500

/** Exports all tasks as CSV in the order of the screen, a page at a time. Leaves out tasks deleted during the export. */
export async function* exportTasks(orm: Orm): AsyncGenerator<string> {
  yield stringify([taskTable.columns])
  const ids = await taskIdsInOrder(orm)
  for (let start = 0; start < ids.length; start += PAGE_SIZE) {
    const page = ids.slice(start, start + PAGE_SIZE)
    const tasks = new Map((await listTasksById(orm, page)).map((row) => [row.task.id, row]))
    const rows = page.map((id) => tasks.get(id)).filter((row) => row !== undefined)
    yield stringify(rows.map(formatTask))
  }
}

function formatTask({ task, typeName }: TaskWithType): string[] {
  return taskTable.format({ id: task.id, reference: typeName, fields: taskSettings.toFields(task) })
}

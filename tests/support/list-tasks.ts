import type { Orm } from '#server/storage/database.ts'
import { getTasks, pageOfTasks } from '#server/tasks/read-tasks.ts'

/** Reads a page of all tasks in the order of the list. */
export async function listTasks(orm: Orm, page: { page: number; limit: number }) {
  const { ids, total } = await pageOfTasks(orm, page)
  const found = new Map((await getTasks(orm, ids)).map((row) => [row.task.id, row]))
  return { rows: ids.flatMap((id) => found.get(id) ?? []), total }
}

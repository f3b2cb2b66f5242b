import { stringify } from 'csv-stringify/sync'
import { taskCsvColumns, taskToCsv } from '#domain/csv/task-row.ts'
import type { Orm } from '#server/storage/database.ts'
import { listTasksById, type TaskWithType, taskIdsInOrder } from '#server/tasks/read-tasks.ts'

const TASKS_A_PAGE = 500

/** All tasks as CSV, a page at a time, in the order of the screen; tasks deleted meanwhile are left out. */
export async function* exportTasks(orm: Orm): AsyncGenerator<string> {
  yield stringify([taskCsvColumns])
  const ids = await taskIdsInOrder(orm)
  for (let start = 0; start < ids.length; start += TASKS_A_PAGE) {
    const page = ids.slice(start, start + TASKS_A_PAGE)
    const tasks = new Map((await listTasksById(orm, page)).map((row) => [row.task.id, row]))
    const rows = page.map((id) => tasks.get(id)).filter((row) => row !== undefined)
    yield stringify(rows.map(toCsv))
  }
}

function toCsv({ task, typeName }: TaskWithType): string[] {
  return taskToCsv({
    id: task.id,
    name: task.name,
    task_type: typeName,
    source_ss_id: task.sourceSsId,
    source_sheet_name: task.sourceSheetName,
    target_ss_id: task.targetSsId,
    target_sheet_name: task.targetSheetName,
    scheduled_times: task.scheduledTimes,
    relevant_user_accounts: task.relevantUserAccounts,
    chunk_size: task.chunkSize,
    start_row: task.startRow,
    max_concurrent_tasks: task.maxConcurrentTasks,
    is_active: task.isActive,
  })
}

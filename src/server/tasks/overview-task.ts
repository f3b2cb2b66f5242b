import { eq } from 'drizzle-orm'
import type { OverviewTask } from '#contract/overview-task.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'

/** Columns that identify a task on a line of the overview. */
export const overviewTaskColumns = {
  id: tasks.id,
  name: tasks.name,
  source_sheet_name: tasks.sourceSheetName,
  target_sheet_name: tasks.targetSheetName,
  sync_task_type_id: tasks.taskTypeId,
  task_type_name: taskTypes.name,
} satisfies Record<keyof OverviewTask, unknown>

/** Reads the given tasks if they exist, by ID. */
export async function listOverviewTasks(orm: Orm, taskIds: readonly number[]): Promise<Map<number, OverviewTask>> {
  if (taskIds.length === 0) return new Map()
  const rows = await orm
    .select(overviewTaskColumns)
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(isInList(tasks.id, taskIds))
  return new Map(rows.map((task) => [task.id, task]))
}

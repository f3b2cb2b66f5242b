import type { Task } from '#contract/task.ts'

type Named = Pick<Task, 'id' | 'source_sheet_name' | 'target_sheet_name'>

/** The title of a task's card. */
export function taskTitle({ id, source_sheet_name, target_sheet_name }: Named): string {
  return target_sheet_name || source_sheet_name || `Sync Task ${id}`
}

/** The name that saving the edit form gives a task. */
export function nameAfterEdit({ id, source_sheet_name, target_sheet_name }: Named): string {
  return source_sheet_name || target_sheet_name || `Sync Task ${id}`
}

import type { Task } from '#contract/task.ts'

type Named = Pick<Task, 'id' | 'source_sheet_name' | 'target_sheet_name'>

/** What a task's card is headed with. */
export function taskTitle({ id, source_sheet_name, target_sheet_name }: Named): string {
  return target_sheet_name || source_sheet_name || `Sync Task ${id}`
}

/** What a task is called once its form has been saved. */
export function nameAfterEdit({ id, source_sheet_name, target_sheet_name }: Named): string {
  return source_sheet_name || target_sheet_name || `Sync Task ${id}`
}

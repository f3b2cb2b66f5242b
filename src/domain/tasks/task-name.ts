import { tabIdIn } from '#contract/spreadsheet.ts'
import type { Task } from '#contract/task.ts'

type Tabs = Pick<Task, 'id' | 'source_sheet_name' | 'target_sheet_name'>

/** The name by which every screen, alert and log speaks of a task. */
export function taskName(task: Tabs & Pick<Task, 'name'>): string {
  return task.name || nameAfterEdit(task)
}

/** The heading of a task's card. */
export function cardHeading({ id, source_sheet_name, target_sheet_name }: Tabs): string {
  return titleIn(target_sheet_name) || titleIn(source_sheet_name) || `Sync Task ${id}`
}

/** Whether somebody chose the name, so that saving the edit form keeps it. */
export function hasOwnName(task: Tabs & Pick<Task, 'name'>): boolean {
  return task.name !== nameAfterEdit(task)
}

/** The name that saving the edit form gives a task whose name nobody chose. */
export function nameAfterEdit({ id, source_sheet_name, target_sheet_name }: Tabs): string {
  return titleIn(source_sheet_name) || titleIn(target_sheet_name) || `Sync Task ${id}`
}

/** The title of a tab; empty while only its ID is known. */
function titleIn(tabName: string): string {
  return tabIdIn(tabName) === undefined ? tabName : ''
}

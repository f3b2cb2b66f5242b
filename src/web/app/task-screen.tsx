import { TaskData } from '../features/data-copy/task-data.tsx'
import { TaskPage } from '../features/sync-tasks/page/task-page.tsx'

/** The page of a task, with the rows its last run copied. */
export function TaskScreen() {
  return <TaskPage Data={TaskData} />
}

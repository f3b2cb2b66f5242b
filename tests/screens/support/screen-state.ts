import type { AppInfo } from '#contract/operation.ts'
import type { Task } from '#contract/task.ts'
import type { TaskType } from '#contract/task-type.ts'

/** The records behind the prepared replies. A test starts without tasks and types. */
export interface ScreenState {
  isSignedIn: boolean
  info: AppInfo
  tasks: Task[]
  types: TaskType[]
  runAllTimes: string[]
  lastId: number
}

export function initialState(): ScreenState {
  return {
    isSignedIn: true,
    info: {
      version: '3.0.0',
      sign_in: 'embedded',
      spreadsheets: 'embedded',
      spreadsheet_url: '/spreadsheets/{id}',
      timezone: 'America/New_York',
      open_screens: [],
    },
    tasks: [],
    types: [],
    runAllTimes: [],
    lastId: 0,
  }
}

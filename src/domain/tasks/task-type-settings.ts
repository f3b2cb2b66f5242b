import { taskTypeShape } from '#contract/task-type.ts'
import { type Settings, settingsOf } from './settings.ts'

/** What users can set on a task type, as it is stored. */
export type TaskTypeSettings = Settings<typeof taskTypeShape>

export const taskTypeSettings = settingsOf(taskTypeShape)

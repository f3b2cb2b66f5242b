import { taskTypeShape } from '#contract/task-type.ts'
import { type Settings, settingsOf } from './settings.ts'

/** The fields that users can set on a task type, as stored. */
export type TaskTypeSettings = Settings<typeof taskTypeShape>

export const taskTypeSettings = settingsOf(taskTypeShape)

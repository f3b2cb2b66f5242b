import { taskTypeShape } from '#contract/task-type.ts'
import { buildSettingsTools, type Settings } from './settings.ts'

/** The fields users can set on a task type, as stored. */
export type TaskTypeSettings = Settings<typeof taskTypeShape>

export const taskTypeSettings = buildSettingsTools(taskTypeShape)

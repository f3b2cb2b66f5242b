import { type TaskChange, type TaskFields, taskShape } from '#contract/task-fields.ts'
import { buildSettingsTools, type Settings } from './settings.ts'
import { nameAfterEdit, nameToStore } from './task-name.ts'

/** The fields users can set on a task, as stored. */
export type TaskSettings = Settings<typeof taskShape>

export const taskSettings = buildSettingsTools(taskShape)

/** The settings of a new task; `chunkSize` is its type's. */
export function newTaskSettings({
  id,
  fields,
  chunkSize,
}: {
  id: number
  fields: TaskFields
  chunkSize: number
}): TaskSettings {
  const settings = taskSettings.fromFields({
    ...fields,
    chunk_size: fields.chunk_size ?? chunkSize,
    has_own_name: fields.has_own_name ?? false,
  })
  return { ...settings, ...nameToStore({ before: undefined, sent: fields, followed: followedName(id, settings) }) }
}

/** The settings of a task after a change. */
export function changedTaskSettings({
  task,
  change,
}: {
  task: TaskSettings & { id: number }
  change: TaskChange
}): TaskSettings {
  const settings = taskSettings.apply(task, change)
  return { ...settings, ...nameToStore({ before: task, sent: change, followed: followedName(task.id, settings) }) }
}

/** The settings of a task after reverting a change. The change itself includes whether somebody chose the name. */
export function revertedTaskSettings(revert: {
  task: TaskSettings & { id: number }
  change: TaskChange
}): TaskSettings {
  const { task, change } = revert
  return change.has_own_name === undefined ? changedTaskSettings(revert) : taskSettings.apply(task, change)
}

/** The name that follows from the tabs of a task. */
export function followedName(
  id: number,
  { sourceSheetName, targetSheetName }: Pick<TaskSettings, 'sourceSheetName' | 'targetSheetName'>,
): string {
  return nameAfterEdit({ id, source_sheet_name: sourceSheetName, target_sheet_name: targetSheetName })
}

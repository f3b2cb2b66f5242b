import { type TaskChange, type TaskFields, taskShape } from '#contract/task-fields.ts'
import { type Settings, settingsOf } from './settings.ts'

/** The fields that users can set on a task, as stored. */
export type TaskSettings = Settings<typeof taskShape>

export const taskSettings = settingsOf(taskShape)

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
  return named(id, taskSettings.fromFields({ ...fields, chunk_size: fields.chunk_size ?? chunkSize }))
}

/** The settings of a task after a change. */
export function changedTaskSettings({
  task,
  change,
}: {
  task: TaskSettings & { id: number }
  change: TaskChange
}): TaskSettings {
  return named(task.id, taskSettings.apply(task, change))
}

/** A task without a name is named after its source tab, else its target tab, else its id. */
function named(id: number, settings: TaskSettings): TaskSettings {
  const { name, sourceSheetName, targetSheetName } = settings
  return { ...settings, name: name || sourceSheetName || targetSheetName || `Sync Task ${id}` }
}

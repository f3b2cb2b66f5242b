import { stringify } from 'csv-stringify/sync'
import { taskTypeTable } from '#domain/csv/tables.ts'
import { taskTypeSettings } from '#domain/tasks/task-type-settings.ts'
import { createPace, cutIntoSlices } from '#engine/pace/pace.ts'
import type { TaskTypeRow } from '#server/task-types/read-task-types.ts'

/** Exports task types as CSV, in their order. */
export async function* exportTaskTypes(types: readonly TaskTypeRow[]): AsyncGenerator<string> {
  yield stringify([taskTypeTable.columns])
  const nameById = new Map(types.map(({ id, name }) => [id, name]))
  const format = (type: TaskTypeRow) => {
    const reference = nameById.get(type.dependsOnId ?? 0) ?? ''
    return taskTypeTable.format({ id: type.id, reference, fields: taskTypeSettings.toFields(type) })
  }
  for await (const slice of cutIntoSlices(types, createPace())) yield stringify(slice.rows.map(format))
}

import { stringify } from 'csv-stringify/sync'
import { taskTypeTable } from '#domain/csv/tables.ts'
import { taskTypeSettings } from '#domain/tasks/task-type-settings.ts'
import type { TaskTypeRow } from '#server/task-types/read-task-types.ts'

/** Task types as CSV, in their order. */
export function exportTaskTypes(types: readonly TaskTypeRow[]): string {
  const nameById = new Map(types.map(({ id, name }) => [id, name]))
  const rows = types.map((type) => {
    const reference = nameById.get(type.dependsOnId ?? 0) ?? ''
    return taskTypeTable.format({ id: type.id, reference, fields: taskTypeSettings.toFields(type) })
  })
  return stringify([taskTypeTable.columns, ...rows])
}

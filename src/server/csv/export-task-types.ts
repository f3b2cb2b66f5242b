import { stringify } from 'csv-stringify/sync'
import { taskTypeCsvColumns, taskTypeToCsv } from '#domain/csv/task-type-row.ts'
import { fieldsOfType } from '#server/task-types/edit-task-type.ts'
import type { TaskTypeRow } from '#server/task-types/read-task-types.ts'

/** Task types as CSV, in their order. */
export function exportTaskTypes(types: readonly TaskTypeRow[]): string {
  const nameById = new Map(types.map(({ id, name }) => [id, name]))
  const rows = types.map((type) =>
    taskTypeToCsv({
      ...fieldsOfType(type),
      id: type.id,
      depends_on: type.dependsOnId === null ? null : (nameById.get(type.dependsOnId) ?? null),
    }),
  )
  return stringify([[...taskTypeCsvColumns], ...rows])
}

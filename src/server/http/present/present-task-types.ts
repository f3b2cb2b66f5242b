import type { TaskType } from '#contract/task-type.ts'
import { dependencyChain } from '#domain/tasks/dependency.ts'
import { fieldsOfType } from '#server/task-types/edit-task-type.ts'
import type { TaskTypeRow } from '#server/task-types/read-task-types.ts'

/** Turns all rows of task types into what callers see; a chain needs the others, so they come together. */
export function presentTaskTypes(rows: readonly TaskTypeRow[]): TaskType[] {
  const types = rows.map((row) => ({ ...fieldsOfType(row), id: row.id, tasks_count: row.tasksCount }))
  const dependents = new Map<number | null, number>()
  for (const type of types) dependents.set(type.depends_on_id, (dependents.get(type.depends_on_id) ?? 0) + 1)
  return types.map((type) => ({
    ...type,
    dependency_chain: dependencyChain({ typeId: type.id, types }).map(({ name }) => name),
    dependent_types_count: dependents.get(type.id) ?? 0,
  }))
}

import type { TaskType } from '#contract/task-type.ts'
import { dependencyChain } from '#domain/tasks/dependency.ts'
import { computeVersion } from '#domain/tasks/field-version.ts'
import { taskTypeSettings } from '#domain/tasks/task-type-settings.ts'
import type { TaskTypeRow } from '#server/task-types/read-task-types.ts'

/** Presents all task types at once, because a dependency chain refers to other types. */
export function presentTaskTypes(types: readonly TaskTypeRow[]): TaskType[] {
  const dependents = new Map<number | null, number>()
  for (const { dependsOnId } of types) dependents.set(dependsOnId, (dependents.get(dependsOnId) ?? 0) + 1)
  return types.map((type) => ({
    id: type.id,
    ...taskTypeSettings.toFields(type),
    dependency_chain: dependencyChain({ typeId: type.id, types }).map(({ name }) => name),
    tasks_count: type.tasksCount,
    dependent_types_count: dependents.get(type.id) ?? 0,
    version: computeVersion(taskTypeSettings.toFields(type)),
  }))
}

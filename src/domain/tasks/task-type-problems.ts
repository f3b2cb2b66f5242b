import { pluralize } from '#domain/pluralize.ts'

export const TYPE_NAME_TAKEN = 'A task type with this name already exists. Please use a different name.'
export const DEPENDS_ON_ITSELF = 'A task type cannot depend on itself'
export const CIRCULAR_DEPENDENCY = 'Circular dependency detected. Please select a different dependency.'

const MAX_NAMES = 3

/** Why a task type cannot be deleted; undefined when it can. */
export function reasonToKeepType({
  name,
  taskNames,
  dependentNames,
}: {
  name: string
  taskNames: readonly string[]
  dependentNames: readonly string[]
}): string | undefined {
  const reasons = [
    taskNames.length > 0 && `it has ${pluralize(taskNames.length, 'task')} (${listed(taskNames)})`,
    dependentNames.length > 0 &&
      `${pluralize(dependentNames.length, 'task type')} ${dependentNames.length === 1 ? 'depends' : 'depend'} on it (${listed(dependentNames)})`,
  ].filter((reason) => reason !== false)
  return reasons.length === 0 ? undefined : `Cannot delete the task type "${name}": ${reasons.join(', and ')}.`
}

function listed(names: readonly string[]): string {
  const others = names.length - MAX_NAMES
  return others > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${others} more` : names.join(', ')
}

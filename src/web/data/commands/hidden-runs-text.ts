import { pluralize } from '#domain/pluralize.ts'
import { countRuns, type TaskGroup } from './task-groups.ts'

/** Describes the tasks Run Group runs besides the tasks on the screen. */
export function hiddenRunsText({ typeName, shown, states, total }: TaskGroup): string {
  const runs = countRuns(states)
  const tasks = runs === total ? `all ${pluralize(total, 'task')}` : pluralize(runs, 'task')
  return `Runs ${tasks} of ${typeName}, not only the ${shown.length === 1 ? 'one' : shown.length} shown.`
}

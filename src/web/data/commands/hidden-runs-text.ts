import { pluralize } from '#domain/pluralize.ts'
import { countRuns, type TaskGroup } from './task-groups.ts'

/** Warns that Run Group also runs tasks that are not on the screen. */
export function hiddenRunsText({ typeName, shown, states, total }: TaskGroup): string {
  const runs = countRuns(states)
  const tasks = runs === total ? `all ${pluralize(total, 'task')}` : pluralize(runs, 'task')
  return `Runs ${tasks} of ${typeName}, not only the ${shown.length === 1 ? 'one' : shown.length} shown.`
}

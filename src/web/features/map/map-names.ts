import { tabIdIn } from '#contract/spreadsheet-link.ts'
import type { MappedFile, MappedTab, MappedTask } from '#domain/chains/file-map.ts'
import { pluralize } from '#domain/pluralize.ts'
import { listTargets } from '#domain/tasks/task-places.ts'

/** Title of a file. While the title is unknown, uses the value whose rows the file gets, or its ID. */
export function fileName({ id, name, value }: Pick<MappedFile<unknown>, 'id' | 'name' | 'value'>): string {
  return name || value || id
}

/** Formats a chain of copies as text: its source, then the target of each copy. */
export function chainName(steps: readonly MappedTask[]): string {
  return [steps[0]?.sourceSsName || steps[0]?.sourceSsId, ...steps.map(targetName)].join(' › ')
}

/** Name of a task's target spreadsheet, or the number of sheets that it hands rows out to. */
export function targetName(task: MappedTask): string {
  const count = listTargets(task).length
  if (task.splitBy && (count > 0 || task.targetsFrom)) return pluralize(count, 'sheet')
  return task.targetSsName || task.targetSsId
}

/** Name of a tab for display. An empty name means the first tab; a tab with only an ID has no name yet. */
export function tabName({ name }: Pick<MappedTab<unknown>, 'name'>): string {
  if (name === '') return 'First sheet'
  return tabIdIn(name) === undefined ? name : `Sheet ${tabIdIn(name)}`
}

/** Lists the tasks that fill or copy tabs, each task once: a hand-out fills many tabs of a file. */
export function listTasks<Task>(tabs: readonly MappedTab<Task>[], end: 'filledBy' | 'copiedBy'): Task[] {
  return [...new Set(tabs.flatMap((tab) => tab[end]))]
}

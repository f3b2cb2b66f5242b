import { tabIdIn } from '#contract/spreadsheet-link.ts'
import type { MappedFile, MappedTab, MappedTask } from '#domain/chains/file-map.ts'
import { pluralize } from '#domain/pluralize.ts'
import { listTargets } from '#domain/tasks/task-places.ts'

/** The title of a file, or while it is unknown, the value whose rows it gets, or its ID. */
export function fileName({ id, name, value }: Pick<MappedFile<unknown>, 'id' | 'name' | 'value'>): string {
  return name || value || id
}

/** The source and the targets of copies in a row, as text. */
export function chainName(steps: readonly MappedTask[]): string {
  return [steps[0]?.sourceSsName || steps[0]?.sourceSsId, ...steps.map(targetName)].join(' › ')
}

/** The target spreadsheet of a task, or how many sheets it hands rows out to. */
export function targetName(task: MappedTask): string {
  const count = listTargets(task).length
  if (task.splitBy && (count > 0 || task.targetsFrom)) return pluralize(count, 'sheet')
  return task.targetSsName || task.targetSsId
}

/** An empty name is the first tab, and a tab known by its ID alone has no name yet. */
export function tabName({ name }: Pick<MappedTab<unknown>, 'name'>): string {
  if (name === '') return 'First sheet'
  return tabIdIn(name) === undefined ? name : `Sheet ${tabIdIn(name)}`
}

/** Tasks that fill or copy some tabs, each once: a hand-out fills many tabs of a file. */
export function listTasks<Task>(tabs: readonly MappedTab<Task>[], end: 'filledBy' | 'copiedBy'): Task[] {
  return [...new Set(tabs.flatMap((tab) => tab[end]))]
}

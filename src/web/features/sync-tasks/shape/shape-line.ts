import type { Task } from '#contract/task.ts'

/** One line about the shape of a task; empty for one that copies each cell to the same place. */
export function shapeLine({ columns, rows, target_cell }: Pick<Task, 'columns' | 'rows' | 'target_cell'>): string {
  return [columns, rows && `only ${rows.replaceAll('\n', '; ')}`, target_cell && `from ${target_cell} on`]
    .filter(Boolean)
    .join(' · ')
}

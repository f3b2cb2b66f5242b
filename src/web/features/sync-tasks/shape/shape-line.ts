import type { Task } from '#contract/task.ts'

/** One line about the shape of a task; empty for one that copies each cell to the same place. */
export function shapeLine({
  columns,
  rows,
  target_cell,
  mode,
}: Pick<Task, 'columns' | 'rows' | 'target_cell' | 'mode'>): string {
  return [
    columns,
    rows && `only ${rows.replaceAll('\n', '; ')}`,
    target_cell && `from ${target_cell} on`,
    mode === 'append' && 'appended below earlier rows',
  ]
    .filter(Boolean)
    .join(' · ')
}

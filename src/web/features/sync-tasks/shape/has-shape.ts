import type { Task } from '#contract/task.ts'

export type ShapedTask = Pick<
  Task,
  | 'columns'
  | 'rows'
  | 'target_cell'
  | 'source_sheet_name'
  | 'more_sources'
  | 'hidden_rows'
  | 'mode'
  | 'key_columns'
  | 'split_by'
  | 'target_values'
>

/** Whether a task copies otherwise than each cell to the same place. */
export function hasShape({ columns, rows, target_cell, split_by, ...task }: ShapedTask): boolean {
  const { source_sheet_name, more_sources, hidden_rows, mode } = task
  const texts = [columns, rows, target_cell, split_by].join('')
  return (
    texts !== '' ||
    source_sheet_name.includes('*') ||
    more_sources.length > 0 ||
    hidden_rows === 'skip' ||
    mode !== 'mirror'
  )
}

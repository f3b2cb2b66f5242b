import { pluralize } from '#domain/pluralize.ts'
import type { ShapedTask } from './has-shape.ts'

/** Describes the shape of a task in a line; empty for a task that copies each cell to the same place. */
export function shapeLine(task: ShapedTask): string {
  const { columns, rows, hidden_rows, target_cell, mode, key_columns, split_by, target_values, ...sources } = task
  return [
    columns,
    rows && `only ${rows.replaceAll('\n', '; ')}`,
    hidden_rows === 'skip' && 'without hidden rows',
    target_cell && `from ${target_cell} on`,
    sourcesLine(sources),
    split_by && `→ ${pluralize(target_values?.length ?? 0, 'sheet')} by ${split_by}`,
    mode === 'append' && 'appended below earlier rows',
    mode === 'update' && `updated by ${key_columns}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function sourcesLine({
  source_sheet_name,
  more_sources,
}: Pick<ShapedTask, 'source_sheet_name' | 'more_sources'>): string {
  const names = [source_sheet_name, ...more_sources.map((source) => source.source_sheet_name)]
  const hasFolder = more_sources.some(({ folder_id }) => folder_id !== undefined)
  if (hasFolder) return 'all spreadsheets of a folder'
  const isOpen = names.some((name) => name.includes('*'))
  if (isOpen) return `sources: ${names.map((name) => name || 'first tab').join(', ')}`
  return names.length === 1 ? '' : `${names.length} sources`
}

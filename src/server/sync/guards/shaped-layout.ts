import type { SourceLayout } from '#server/sync/tabs/read-layouts.ts'
import type { PreparedCopy } from './prepare-copy.ts'

/**
 * The number formats of the source's columns at the columns of the target. A column of several formats has none there: which
 * of its rows are copied differs from run to run.
 */
export function shapedLayout(layout: SourceLayout, { shaped }: Pick<PreparedCopy, 'shaped'>): SourceLayout {
  if (!shaped) return layout
  const formats = shaped.origins.map((column) => (column === undefined ? undefined : layout.formats[column - 1]))
  return { ...layout, formats, mixedFormats: [] }
}

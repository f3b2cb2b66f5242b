import type { CellFormat } from '#domain/copy/format-segment.ts'
import type { SourceLayout } from '#engine/tabs/read-layouts.ts'
import type { PreparedCopy } from './prepare-copy.ts'

const TIME_FORMAT: CellFormat = { type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm:ss' }

/**
 * Places the number formats of the source's columns at the target's columns. Leaves out columns with several formats, because
 * the copied rows differ from run to run.
 */
export function shapedLayout(layout: SourceLayout, { shaped }: Pick<PreparedCopy, 'shaped'>): SourceLayout {
  if (!shaped) return layout
  const formats = shaped.origins.map((column, at) => {
    if (at + 1 === shaped.timeColumn) return TIME_FORMAT
    return column === undefined ? undefined : layout.formats[column - 1]
  })
  return { ...layout, formats, mixedFormats: [] }
}

import type { CellFormat } from '#domain/copy/format-segment.ts'
import type { SourceLayout } from '#engine/tabs/read-layouts.ts'
import type { PreparedCopy } from './prepare-copy.ts'

const TIME_FORMAT: CellFormat = { type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm:ss' }

/**
 * The number formats of the source's columns, placed at the columns of the target. A source column of several formats gives
 * none, because different rows are copied from run to run.
 */
export function shapedLayout(layout: SourceLayout, { shaped }: Pick<PreparedCopy, 'shaped'>): SourceLayout {
  if (!shaped) return layout
  const formats = shaped.origins.map((column, at) => {
    if (at + 1 === shaped.timeColumn) return TIME_FORMAT
    return column === undefined ? undefined : layout.formats[column - 1]
  })
  return { ...layout, formats, mixedFormats: [] }
}

import {
  type CellFormat,
  collectFormats,
  type FormatCollector,
  type FormatSegment,
  isSameFormat,
} from '#domain/copy/format-segment.ts'
import { readFormats } from '#engine/compare/read-formats.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { ChangeHistory } from './change-history.ts'

/**
 * Plans the number formats to undo, newest first, where the target still has the format the runs set. A format changed since
 * then stays.
 */
export async function planFormats(
  workbook: Workbook,
  { target, history }: { target: ReadyTarget; history: Pick<ChangeHistory, 'runs'> },
): Promise<readonly FormatSegment[]> {
  const replaced = history.runs.flatMap(({ formats }) => formats)
  const planned = collectFormats()
  for (const column of new Set(replaced.map((segment) => segment.column))) {
    const ofColumn = replaced.filter((segment) => segment.column === column)
    await planColumn(workbook, { target, column, ofColumn, planned })
  }
  return planned.segments
}

interface ColumnOptions {
  target: ReadyTarget
  column: number
  /** Replaced formats of the column, newest first. */
  ofColumn: readonly FormatSegment[]
  planned: FormatCollector
}

async function planColumn(workbook: Workbook, { target, column, ofColumn, planned }: ColumnOptions): Promise<void> {
  const { tab } = target
  if (column > tab.columnCount) return
  const firstRow = Math.min(...ofColumn.map((segment) => segment.firstRow))
  const lastRow = Math.min(tab.rowCount, Math.max(...ofColumn.map((segment) => segment.lastRow)))
  const area = { firstRow, firstColumn: column, lastRow, lastColumn: column }
  for await (const { row, formats } of readFormats(workbook, { target, area })) {
    const before = formats[0] ?? null
    planned.add({ column, row, before, after: undoFormat(before, { row, ofColumn }) })
  }
}

function undoFormat(
  current: CellFormat | null,
  { row, ofColumn }: { row: number; ofColumn: readonly FormatSegment[] },
): CellFormat | null {
  let format = current
  for (const { firstRow, lastRow, before, after } of ofColumn) {
    if (row >= firstRow && row <= lastRow && isSameFormat(format, after)) format = before
  }
  return format
}

/** Maximum format segments in one request: many short segments must not make it too large. */
const MAX_SEGMENTS_PER_REQUEST = 5_000

export async function writeFormats(
  workbook: Workbook,
  { target, formats }: { target: ReadyTarget; formats: readonly FormatSegment[] },
): Promise<void> {
  const { spreadsheet, tab } = target
  for (let from = 0; from < formats.length; from += MAX_SEGMENTS_PER_REQUEST) {
    const part = formats.slice(from, from + MAX_SEGMENTS_PER_REQUEST)
    await workbook.setFormats({
      spreadsheet,
      tab,
      formats: part.map(({ after, ...cells }) => ({ ...cells, format: after })),
    })
  }
}

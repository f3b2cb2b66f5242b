import { a1Range } from '#domain/copy/a1.ts'
import { type CellFormat, type FormatRun, isSameFormat } from '#domain/copy/format-run.ts'
import type { SheetsClient, UpdateRequest } from '#server/google/sheets-client.ts'
import type { ChangeHistory } from '#server/runs/change-history.ts'
import type { ReadyTarget } from './make-room.ts'
import { createWindowSizer } from './window-sizer.ts'

/**
 * The number formats to put back: those that the runs replaced, newest first, where the target still has what was set. One
 * that someone changed since stays.
 */
export async function planFormats(
  client: SheetsClient,
  { target, history }: { target: ReadyTarget; history: Pick<ChangeHistory, 'runs'> },
): Promise<FormatRun[]> {
  const replaced = history.runs.flatMap(({ formats }) => formats)
  const planned: FormatRun[] = []
  for (const column of new Set(replaced.map((run) => run.column))) {
    const ofColumn = replaced.filter((run) => run.column === column)
    planned.push(...(await planColumn(client, { target, column, ofColumn })))
  }
  return planned
}

interface ColumnOptions {
  target: ReadyTarget
  column: number
  /** Newest first. */
  ofColumn: readonly FormatRun[]
}

async function planColumn(client: SheetsClient, { target, column, ofColumn }: ColumnOptions): Promise<FormatRun[]> {
  const { spreadsheet, tab } = target
  if (column > tab.columnCount) return []
  const planned: FormatRun[] = []
  const sizer = createWindowSizer({ columns: 1 })
  const end = Math.min(tab.rowCount, Math.max(...ofColumn.map(({ lastRow }) => lastRow)))
  for (let firstRow = Math.min(...ofColumn.map((run) => run.firstRow)); firstRow <= end; ) {
    const lastRow = Math.min(firstRow + sizer.rows - 1, end)
    const range = a1Range({ tab: tab.title, firstRow, firstColumn: column, lastRow, lastColumn: column })
    const { rows, bytes } = await client.getGrid({ spreadsheet, range, fields: 'userEnteredFormat.numberFormat' })
    for (let row = firstRow; row <= lastRow; row += 1) {
      const before = rows[row - firstRow]?.[0]?.userEnteredFormat?.numberFormat ?? null
      const after = undoFormat(before, { row, ofColumn })
      if (!isSameFormat(before, after)) addRow(planned, { column, row, before, after })
    }
    sizer.record({ rows: lastRow - firstRow + 1, bytes })
    firstRow = lastRow + 1
  }
  return planned
}

function undoFormat(
  current: CellFormat | null,
  { row, ofColumn }: { row: number; ofColumn: readonly FormatRun[] },
): CellFormat | null {
  let format = current
  for (const { firstRow, lastRow, before, after } of ofColumn) {
    if (row >= firstRow && row <= lastRow && isSameFormat(format, after)) format = before
  }
  return format
}

function addRow(
  planned: FormatRun[],
  { row, ...cell }: Omit<FormatRun, 'firstRow' | 'lastRow'> & { row: number },
): void {
  const latest = planned.at(-1)
  const continues =
    latest?.lastRow === row - 1 && isSameFormat(latest.before, cell.before) && isSameFormat(latest.after, cell.after)
  if (continues) latest.lastRow = row
  else planned.push({ ...cell, firstRow: row, lastRow: row })
}

/** Of one request: many short runs must not make it too large. */
const MAX_RUNS_PER_REQUEST = 5_000

export async function writeFormats(
  client: SheetsClient,
  { target, formats }: { target: ReadyTarget; formats: readonly FormatRun[] },
): Promise<void> {
  const { spreadsheet, tab } = target
  for (let from = 0; from < formats.length; from += MAX_RUNS_PER_REQUEST) {
    const requests = formats.slice(from, from + MAX_RUNS_PER_REQUEST).map(({ column, firstRow, lastRow, after }) => {
      const rows = { startRowIndex: firstRow - 1, endRowIndex: lastRow }
      const range = { sheetId: tab.sheetId, ...rows, startColumnIndex: column - 1, endColumnIndex: column }
      const cell = after ? { userEnteredFormat: { numberFormat: after } } : {}
      return { repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } } satisfies UpdateRequest
    })
    await client.batchUpdate({ spreadsheet, plan: () => requests, isOptional: true })
  }
}

import { isDeepStrictEqual } from 'node:util'
import type { TableChange } from '#domain/copy/table-growth.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { ChangeHistory } from './change-history.ts'

/** The table ranges to restore, for tables that still have the range the runs gave them. */
export async function planTables(
  workbook: Workbook,
  { target: { spreadsheet, tab }, history }: { target: ReadyTarget; history: Pick<ChangeHistory, 'runs'> },
): Promise<readonly TableChange[]> {
  const changes = history.runs.flatMap(({ tables }) => tables.toReversed())
  if (changes.length === 0) return []
  const range = { tab: tab.title, firstRow: 1, firstColumn: 1, lastRow: 1, lastColumn: 1 }
  const { tables } = await workbook.readCells('format', { spreadsheet, range })
  return tables.flatMap(({ tableId, name, area }) => {
    let before = area
    for (const change of changes) {
      if (change.tableId === tableId && isDeepStrictEqual(change.after, before)) before = change.before
    }
    return before === area ? [] : [{ tableId, name, before: area, after: before }]
  })
}

import { describeTableChange, type TableChange } from '#domain/copy/table-growth.ts'
import type { SyncPorts } from '#engine/job/sync-job.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

interface Options {
  target: Pick<ReadyTarget, 'spreadsheet' | 'tab'>
  tables: readonly TableChange[]
  log: SyncPorts['log']
}

/** Gives tables other ranges, in one request. A copy does not promise tables: if the request is rejected, the run goes on. */
export async function changeTables(workbook: Workbook, { target, tables, log }: Options): Promise<void> {
  if (tables.length === 0) return
  const { spreadsheet, tab } = target
  try {
    await workbook.resizeTables({
      spreadsheet,
      tab,
      tables: tables.map(({ tableId, after }) => ({ tableId, area: after })),
    })
    for (const table of tables) log('INFO', describeTableChange(table))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const names = tables.map(({ name }) => `"${name}"`).join(', ')
    log('INFO', `Rows below a table stay outside of it, because Google did not extend ${names}: ${error.message}`)
  }
}

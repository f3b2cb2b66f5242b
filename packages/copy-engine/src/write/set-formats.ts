import type { SyncPorts } from '#engine/job/sync-job.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { MissingFormat } from './plan-formats.ts'

interface FormatOptions {
  target: ReadyTarget
  missing: readonly MissingFormat[]
  log: SyncPorts['log']
}

/**
 * Sets the number formats the target's columns lack, in one request. A copy does not promise formats: if the request
 * is rejected, the run goes on without them.
 */
export async function setFormats(workbook: Workbook, { target, missing, log }: FormatOptions): Promise<void> {
  const { spreadsheet, tab } = target
  try {
    await workbook.setFormats({ spreadsheet, tab, formats: missing })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log('INFO', `The number formats of the source were not set on the target: ${error.message}`)
  }
}

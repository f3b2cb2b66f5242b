import type { SpreadsheetAccess } from '#contract/google-setup.ts'
import type { Spreadsheet, Tab } from '#domain/copy/spreadsheet.ts'
import type { Google } from '#server/google/google.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'

interface Request {
  id: string
  /** The user whose task would use it. */
  owner: string
  signal: AbortSignal
  /** Whether the task would write to it. */
  isTarget: boolean
}

/** Whether a spreadsheet can be read, and written to if it is a target. Nothing in it changes. */
export async function checkSpreadsheet(google: Google, request: Request): Promise<SpreadsheetAccess> {
  const { id, owner, signal, isTarget } = request
  const client = google.connect({ accounts: [], owner, signal, onWait() {}, log() {} })
  const found: SpreadsheetAccess = { id, title: null, tabs: [], can_read: false, can_write: null, problem: null }
  try {
    const spreadsheet = await client.getSpreadsheet(id)
    Object.assign(found, { title: spreadsheet.title, tabs: spreadsheet.tabs.map(({ title }) => title), can_read: true })
    if (isTarget) await writeNothing(client, spreadsheet)
    found.can_write = isTarget || null
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    found.problem = error.message
    if (found.can_read) found.can_write = false
  }
  return found
}

/** Writes a cell in a way that leaves it as it is, which needs the right to edit. @throws ProviderError */
export async function writeNothing(client: SheetsClient, spreadsheet: Spreadsheet, tab?: Tab): Promise<void> {
  const tabTitle = (tab ?? spreadsheet.tabs[0])?.title
  // A patch skips a cell that is null.
  const patches = [{ row: 1, column: 1, cells: [[null]] }]
  if (tabTitle !== undefined) await client.writeValues({ spreadsheet, tabTitle, patches })
}

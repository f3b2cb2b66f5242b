import type { SpreadsheetAccess } from '#contract/google-setup.ts'
import { quotedTab } from '#domain/copy/a1.ts'
import type { Google } from '#server/google/google.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { Spreadsheet, Tab } from '#server/google/spreadsheet.ts'

interface Request {
  id: string
  /** The user whose task would use it. */
  owner: string
  signal: AbortSignal
}

/** Whether a spreadsheet can be read. */
export async function checkSource(google: Google, request: Request): Promise<SpreadsheetAccess> {
  return await check(google, request, async () => undefined)
}

/** Whether a spreadsheet can be read and written to. Nothing in it changes. */
export async function checkTarget(google: Google, request: Request): Promise<SpreadsheetAccess> {
  return await check(google, request, writeNothing)
}

/**
 * Writes a cell in a way that leaves it as it is, which needs the right to edit.
 *
 * @throws ProviderError
 */
export async function writeNothing(client: SheetsClient, spreadsheet: Spreadsheet, tab?: Tab): Promise<true> {
  const title = (tab ?? spreadsheet.tabs[0])?.title
  if (title === undefined) return true
  // A null in a list of values skips its cell.
  await client.updateValues({ spreadsheet, blocks: [{ range: `${quotedTab(title)}!A1`, values: [[null]] }], cells: 0 })
  return true
}

async function check(
  google: Google,
  { id, owner, signal }: Request,
  write: (client: SheetsClient, spreadsheet: Spreadsheet) => Promise<true | undefined>,
): Promise<SpreadsheetAccess> {
  const client = google.connect({ accounts: [], owner, signal, onWait() {}, log() {} })
  const found: SpreadsheetAccess = { id, title: null, tabs: [], can_read: false, can_write: null, problem: null }
  try {
    const spreadsheet = await client.getSpreadsheet(id)
    Object.assign(found, { title: spreadsheet.title, tabs: spreadsheet.tabs.map(({ title }) => title), can_read: true })
    found.can_write = (await write(client, spreadsheet)) ?? null
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    found.problem = error.message
    if (found.can_read) found.can_write = false
  }
  return found
}

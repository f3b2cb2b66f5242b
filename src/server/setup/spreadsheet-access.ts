import type { Spreadsheet, Tab } from '#domain/copy/spreadsheet.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { Google } from '#server/google/google.ts'

interface Request {
  id: string
  /** User whose task would use the spreadsheet. */
  owner: string
  /** The accounts the task lists, in order of preference. */
  accounts?: readonly string[]
  signal: AbortSignal
  /** Whether the task would write to the spreadsheet. */
  isTarget: boolean
  /** Asks Drive about the right to write if possible, so nothing is written. */
  prefersDrive?: boolean
}

/** The access of a task to a spreadsheet. */
export interface FoundAccess {
  /** Undefined if the spreadsheet cannot be read. */
  readonly spreadsheet: Spreadsheet | undefined
  /** Null if the right was not checked, as for a source. */
  readonly canWrite: boolean | null
  readonly error: ProviderError | undefined
}

/** Checks whether a spreadsheet can be read, and whether a target can be written to. Changes nothing in it. */
export async function checkSpreadsheet(google: Google, request: Request): Promise<FoundAccess> {
  const { id, owner, accounts = [], signal, isTarget, prefersDrive = false } = request
  const preference = { accounts, owner }
  const workbook = google.connect({ ...preference, signal, onWait() {}, log() {} })
  let spreadsheet: Spreadsheet | undefined
  try {
    spreadsheet = await workbook.getSpreadsheet(id)
    if (!isTarget) return { spreadsheet, canWrite: null, error: undefined }
    const { title } = spreadsheet
    const isKnown = prefersDrive && (await google.askEditRight({ spreadsheetId: id, title, preference, signal }))
    if (!isKnown) await writeNothing(workbook, spreadsheet)
    return { spreadsheet, canWrite: true, error: undefined }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { spreadsheet, canWrite: spreadsheet ? false : null, error }
  }
}

/** Checks the right to edit by writing a cell without changing it. @throws ProviderError */
export async function writeNothing(workbook: Workbook, spreadsheet: Spreadsheet, tab?: Tab): Promise<void> {
  const tabTitle = (tab ?? spreadsheet.tabs[0])?.title
  // A patch skips null cells.
  const patches = [{ row: 1, column: 1, cells: [[null]] }]
  if (tabTitle !== undefined) await workbook.writeValues({ spreadsheet, tabTitle, patches })
}

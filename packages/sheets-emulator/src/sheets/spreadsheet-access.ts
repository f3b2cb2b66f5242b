import { recalculate } from '../formulas/recalculate.ts'
import { GoogleError, notFound } from '../google-error.ts'
import type { Call, Provider } from '../http/route.ts'
import type { Store } from '../store/open-store.ts'
import {
  findSpreadsheet,
  folderMimeType,
  type Spreadsheet,
  spreadsheetMimeType,
  touchSpreadsheet,
} from '../store/spreadsheets.ts'

/** @throws GoogleError 404 when there is no such spreadsheet, 400 when it is an Office file. */
export function requireSpreadsheet(store: Store, id: string): Spreadsheet {
  const spreadsheet = findSpreadsheet(store, id)
  if (!spreadsheet) throw notFound()
  if (spreadsheet.mimeType === spreadsheetMimeType) return spreadsheet
  if (spreadsheet.mimeType === folderMimeType) throw notFound()
  throw new GoogleError({
    code: 400,
    status: 'FAILED_PRECONDITION',
    message: 'This operation is not supported for this document. The document must not be an Office file.',
  })
}

interface ChangeTarget {
  provider: Provider
  call: Pick<Call, 'account'>
  id: string
}

interface ChangeSteps<Changed, Reply> {
  change: (id: string) => Changed
  /** Builds the reply after all formulas are computed again, because it can show their results. */
  reply: (changed: Changed, id: string) => Reply
}

/** Runs a change in one transaction, computes the formulas and increments the spreadsheet's version. */
export function changeSpreadsheet<Changed, Reply>(
  { provider, call: { account }, id }: ChangeTarget,
  { change, reply }: ChangeSteps<Changed, Reply>,
): Reply {
  const { store, now } = provider
  return store.transaction(() => {
    requireSpreadsheet(store, id)
    const changed = change(id)
    recalculate(store, { spreadsheetId: id, now: now() })
    const result = reply(changed, id)
    touchSpreadsheet(store, { id, at: now(), account })
    return result
  })
}

import { sheets } from '@googleapis/sheets'
import { NO_LIMIT } from '#domain/forecast/request-bucket.ts'
import { ProviderError, requestError } from '#engine/provider-error.ts'
import type { Account } from './account.ts'
import { diagnoseFailure } from './diagnose-failure.ts'
import { createDriveFiles, type DriveOptions, DriveRefused } from './drive-files.ts'
import { driveError } from './drive-refusal.ts'
import { createMemoryQuotaStore } from './quota-store.ts'
import { LEFT_TO_NODE } from './through-proxy.ts'

/** ID that no spreadsheet has, because Google's IDs have 44 characters. */
const MISSING_ID = 'nano-sync-looks-for-a-missing-spreadsheet'
const MAX_PROBE_MS = 15_000

/** Checks whether an account can get an access token. Returns the problem, or undefined. */
export async function tokenProblem(account: Account): Promise<ProviderError | undefined> {
  try {
    await account.authorize(AbortSignal.timeout(MAX_PROBE_MS))
    return undefined
  } catch (error) {
    return explain(error, account)
  }
}

/**
 * Checks whether the API accepts an account's requests by reading a nonexistent spreadsheet. Returns the problem, or undefined.
 */
export async function apiProblem(account: Account, sheetsUrl: string): Promise<ProviderError | undefined> {
  const { spreadsheets } = sheets({
    version: 'v4',
    rootUrl: `${sheetsUrl}/`,
    retry: false,
    noProxy: LEFT_TO_NODE,
  })
  const signal = AbortSignal.timeout(MAX_PROBE_MS)
  try {
    const headers = await account.authorize(signal)
    await spreadsheets.get(
      { spreadsheetId: MISSING_ID, fields: 'spreadsheetId' },
      { headers, signal, timeout: MAX_PROBE_MS, responseType: 'text' },
    )
    return undefined
  } catch (error) {
    const problem = explain(error, account)
    return problem.reason === 'not_found' ? undefined : problem
  }
}

/** Checks whether Drive answers an account by listing a file. Returns the problem, or undefined. */
export async function driveProblem(
  account: Account,
  { driveUrl, now }: Pick<DriveOptions, 'driveUrl' | 'now'>,
): Promise<ProviderError | undefined> {
  const store = createMemoryQuotaStore()
  const drive = createDriveFiles({ driveUrl, requestsPerMinute: NO_LIMIT, store, now, pause: async () => {} })
  const signal = AbortSignal.timeout(MAX_PROBE_MS)
  try {
    const question = { account, query: 'trashed = false', fields: 'files(id)', pageSize: 1, signal }
    await drive.list({ ...question, askedAtMs: now().getTime() })
    return undefined
  } catch (error) {
    return error instanceof DriveRefused ? driveError(error, account) : explain(error, account)
  }
}

function explain(error: unknown, account: Account): ProviderError {
  if (error instanceof ProviderError) return error
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  const diagnosis = isTimeout ? { reason: 'unavailable' as const, detail: 'no answer in time' } : diagnoseFailure(error)
  if (!diagnosis) throw error
  const about = { account: account.name, file: 'Google', kind: 'read' as const }
  return requestError({ ...diagnosis, about, cause: error })
}

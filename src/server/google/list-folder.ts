import type { FolderProblem } from '#domain/failures/folder-failure.ts'
import { ProviderError, requestError } from '#engine/provider-error.ts'
import type { FolderFile } from '#engine/workbook.ts'
import type { Account } from './account.ts'
import { type DriveFiles, DriveRefused, readStatus, SPREADSHEET_TYPE } from './drive-files.ts'
import { type DriveRefusal, describeRefusal } from './drive-refusal.ts'
import type { RequestRecorder } from './request-recorder.ts'

interface FolderRequest {
  accounts: readonly Account[]
  signal: AbortSignal
  recorder: RequestRecorder
  now: () => Date
  backOff(failures: number): Promise<void>
}

/** Maximum spreadsheets of a folder; the same as the maximum of a task's additional sources. */
const MAX_FILES = 200
const PAGE_SIZE = 1000
const FIELDS = 'nextPageToken,incompleteSearch,files(id,name)'
/** Maximum tries of a request, because Drive sometimes fails. */
const MAX_TRIES = 3

/**
 * Lists the spreadsheets of a Drive folder, sorted by title, as seen by the first account that may open the folder.
 * @throws ProviderError folder_unusable, unavailable
 */
export async function listFolder(drive: DriveFiles, folderId: string, request: FolderRequest): Promise<FolderFile[]> {
  const candidates = request.accounts.filter(({ authorizeDrive }) => authorizeDrive)
  const unusable = (problem: FolderProblem, account = '', refusal: Partial<DriveRefusal> = {}) =>
    new ProviderError({ cause: 'folder_unusable', folderId, problem, account, detail: '', ...refusal })
  let refused: ProviderError | undefined
  for (const account of candidates) {
    try {
      const files = await listWith(drive, { ...request, folderId, account })
      if (files.length > MAX_FILES) throw unusable('too_many', account.name)
      return files.toSorted(byTitle)
    } catch (error) {
      if (!(error instanceof DriveRefused)) throw error
      const problem = readStatus(error.cause) === 404 ? 'not_found' : 'drive_off'
      refused ??= unusable(problem, account.name, describeRefusal(error, account))
    }
  }
  throw refused ?? unusable('drive_off', request.accounts[0]?.name)
}

/** Compares titles in an order that does not depend on the server's language. */
function byTitle(one: FolderFile, other: FolderFile): number {
  return natural.compare(one.title, other.title) || (one.id < other.id ? -1 : 1)
}

const natural = new Intl.Collator('en', { numeric: true })

interface Listing extends Omit<FolderRequest, 'accounts'> {
  folderId: string
  account: Account
}

async function listWith(drive: DriveFiles, listing: Listing): Promise<FolderFile[]> {
  const { folderId, account, signal, recorder, now } = listing
  const query = `'${folderId}' in parents and mimeType='${SPREADSHEET_TYPE}' and trashed=false`
  const found: FolderFile[] = []
  let pageToken: string | undefined
  do {
    const page = await trying(listing, async (isRetry) => {
      const onSend = () => {
        const reading = recorder.start('reading')
        recorder.sent({ kind: 'read', purpose: 'drive', account, isRetry })
        return reading
      }
      const question = { account, query, fields: FIELDS, pageSize: PAGE_SIZE, pageToken }
      const answer = await drive.list({ ...question, signal, askedAtMs: now().getTime(), onSend })
      // Discard an incomplete list: a file missing from it would count as lost.
      return answer?.incompleteSearch ? undefined : answer
    })
    found.push(...(page.files ?? []).map(({ id = '', name = '' }) => ({ id, title: name })))
    pageToken = page.nextPageToken
  } while (pageToken !== undefined && found.length <= MAX_FILES)
  return found
}

async function trying<Result>(
  { folderId, account, signal, backOff }: Listing,
  send: (isRetry: boolean) => Promise<Result | undefined>,
): Promise<Result> {
  for (let failures = 0; ; ) {
    try {
      const result = await send(failures > 0)
      if (result !== undefined) return result
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof DriveRefused) throw error
    }
    failures += 1
    if (failures === MAX_TRIES) {
      const about = { account: account.name, file: { id: folderId } }
      throw requestError({ reason: 'unavailable', about, detail: 'Google Drive' })
    }
    await backOff(failures)
  }
}

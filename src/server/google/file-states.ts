import { gaxios } from 'google-auth-library'
import { LRUCache } from 'lru-cache'
import { bucketFor } from '#domain/copy/request-bucket.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import type { Account } from './account.ts'
import { diagnoseFailure } from './diagnose-failure.ts'
import type { Pause } from './quota.ts'
import type { QuotaStore } from './quota-store.ts'
import type { RequestRecorder } from './request-recorder.ts'
import { LEFT_TO_NODE } from './through-proxy.ts'

/** The part of a file's metadata in Drive that copies use. */
export interface FileState {
  /** Grows with every edit. */
  version: string
  /** Drive deletes it 30 days after it was moved there. https://support.google.com/drive/answer/2375102 */
  isInTrash: boolean
  /** False for a file of Excel: it keeps its id and has versions, but no cells that the Sheets API can read. */
  isSpreadsheet: boolean
}

/** Asks Drive for the states of files. No copy needs them, so nobody waits for it long and nothing fails with it. */
export interface FileStates {
  /**
   * The state of a file; undefined if the account may not know it. What another run was answered a moment ago will do, if it
   * asked at `since` or later.
   */
  read(spreadsheetId: string, request: StateRequest): Promise<FileState | undefined>
}

interface StateRequest {
  accounts: readonly Account[]
  signal: AbortSignal
  recorder: RequestRecorder
  since?: Date | undefined
}

interface Answer {
  askedAtMs: number
  state: Promise<FileState | undefined>
}

interface Options {
  driveUrl: string
  /** Maximum for one account. */
  requestsPerMinute: number
  store: QuotaStore
  now: () => Date
  pause: Pause
}

/** Maximum for one account. Drive allows more, and counts apart from Sheets. https://developers.google.com/workspace/drive/api/guides/limits */
export const DRIVE_REQUESTS_PER_MINUTE = 6_000
const TIMEOUT_MS = 5 * SECOND_MS
/** Delay after a refusal. */
const RETRY_MS = HOUR_MS
/** The API is not enabled, the token not accepted or the file not visible: that rarely changes. Drive also fails now and then. */
const DRIVE_REFUSALS: ReadonlySet<number> = new Set([401, 403, 404])
const TOKEN_REFUSALS: ReadonlySet<number> = new Set([400, 401, 403])
const SPREADSHEET_TYPE = 'application/vnd.google-apps.spreadsheet'
/** Maximum age of an answer by which other runs may go. */
const MAX_ANSWER_AGE_MS = 30 * SECOND_MS
const MAX_ANSWERS = 10_000

interface Question extends Pick<StateRequest, 'signal' | 'recorder'> {
  spreadsheetId: string
  account: Account
  key: string
  askedAtMs: number
}

export function createFileStates({ driveUrl, requestsPerMinute, store, now, pause }: Options): FileStates {
  const bucket = bucketFor(requestsPerMinute)
  const http = new gaxios.Gaxios({ noProxy: LEFT_TO_NODE, retry: false })
  const retryAtMs = new Map<string, number>()
  const answers = new LRUCache<string, Answer>({ max: MAX_ANSWERS })

  /** Waits for a slot, unless that takes longer than a request may take; returns whether there was one. */
  async function takeSlot({ account, askedAtMs, signal }: Question): Promise<boolean> {
    const slot = { key: `drive:account:${account.name}`, bucket }
    for (;;) {
      const nowMs = now().getTime()
      const slotMs = await store.take({ ...slot, nowMs })
      if (slotMs === undefined) return true
      if (slotMs - askedAtMs > TIMEOUT_MS) return false
      await pause(Math.max(1, slotMs - nowMs), signal)
    }
  }

  async function ask(question: Question): Promise<FileState | undefined> {
    const { spreadsheetId, account, key, askedAtMs, signal, recorder } = question
    if ((retryAtMs.get(key) ?? 0) > askedAtMs) return undefined
    let refusals = TOKEN_REFUSALS
    try {
      if (!(await takeSlot(question))) return undefined
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const headers = await account.authorizeDrive?.(limit)
      refusals = DRIVE_REFUSALS
      const url = `${driveUrl}/drive/v3/files/${encodeURIComponent(spreadsheetId)}`
      const params = { fields: 'version,trashed,mimeType', supportsAllDrives: true }
      using _reading = recorder.start('reading')
      recorder.sent({ kind: 'read', purpose: 'drive', account, isRetry: false })
      const { data } = await http.request<{ version?: string; trashed?: boolean; mimeType?: string }>({
        url,
        params,
        signal: limit,
        ...(headers && { headers }),
      })
      const { version, trashed = false, mimeType } = data
      if (version === undefined) return undefined
      return { version, isInTrash: trashed, isSpreadsheet: mimeType === SPREADSHEET_TYPE }
    } catch (error) {
      if (isRefused(error, refusals)) retryAtMs.set(key, askedAtMs + RETRY_MS)
      return undefined
    }
  }

  return {
    async read(spreadsheetId, { accounts, since, ...request }) {
      const account = accounts.find((candidate) => candidate.authorizeDrive)
      if (!account) return undefined
      const key = `${account.name} ${spreadsheetId}`
      const askedAtMs = now().getTime()
      const oldestMs = Math.max(since?.getTime() ?? askedAtMs, askedAtMs - MAX_ANSWER_AGE_MS)
      const known = since && answers.get(key)
      if (known && known.askedAtMs >= oldestMs) return await known.state
      const state = ask({ spreadsheetId, account, key, askedAtMs, ...request })
      answers.set(key, { askedAtMs, state })
      return await state
    },
  }
}

/** Whether Drive, or the token endpoint, refused the request rather than failed. Drive also limits rates with 403. */
function isRefused(error: unknown, refusals: ReadonlySet<number>): boolean {
  if (!(error instanceof gaxios.GaxiosError)) return false
  return (
    refusals.has(Number(error.status ?? error.response?.status)) && diagnoseFailure(error)?.reason !== 'rate_limited'
  )
}

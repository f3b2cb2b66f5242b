import { gaxios } from 'google-auth-library'
import { bucketFor } from '#domain/forecast/request-bucket.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Account } from './account.ts'
import { diagnoseFailure } from './diagnose-failure.ts'
import type { Pause } from './quota.ts'
import type { QuotaStore } from './quota-store.ts'
import { LEFT_TO_NODE } from './through-proxy.ts'
import { parseTokenAnswer } from './token-error.ts'

interface DriveFile {
  id?: string
  name?: string
  starred?: boolean
  viewedByMeTime?: string
  capabilities?: { canEdit?: boolean }
  version?: string
  trashed?: boolean
  mimeType?: string
  modifiedTime?: string
  /** Absent if the last change was made by someone who was not signed in. */
  lastModifyingUser?: { me?: boolean }
}

interface FileList {
  files?: DriveFile[]
  nextPageToken?: string
  /** Whether Drive left some places unsearched. */
  incompleteSearch?: boolean
}

interface Question {
  account: Account
  /** The fields of the answer, separated by commas. */
  fields: string
  signal: AbortSignal
  askedAtMs: number
  /** Called before the request. Its result is disposed of after the answer. */
  onSend?: () => Disposable
}

interface FileQuestion extends Question {
  spreadsheetId: string
}

interface ListQuestion extends Question {
  /** In Drive's search language. */
  query: string
  /** The sort keys, separated by commas. */
  order?: string
  pageSize: number
  pageToken?: string | undefined
}

/** Asks Drive for the metadata of files, within the quota of an account. */
export interface DriveFiles {
  /** Undefined if no quota slot came free in time. @throws DriveRefused, or another error that may be temporary */
  get(question: FileQuestion): Promise<DriveFile | undefined>
  /** Lists a page of the matching files, including shared drives. Returns undefined and throws like `get`. */
  list(question: ListQuestion): Promise<FileList | undefined>
}

export interface DriveOptions {
  driveUrl: string
  /** Maximum requests of an account. */
  requestsPerMinute: number
  store: QuotaStore
  now: () => Date
  pause: Pause
}

/** Drive or the token endpoint rejected the request. Unlike a failure, a rejection rarely goes away by itself. */
export class DriveRefused extends Error {
  override name = 'DriveRefused'
}

export const SPREADSHEET_TYPE = 'application/vnd.google-apps.spreadsheet'
export const FOLDER_TYPE = 'application/vnd.google-apps.folder'
const TIMEOUT_MS = 5 * SECOND_MS
/**
 * Asks for compressed replies. Google requires both headers.
 * https://developers.google.com/workspace/drive/api/guides/performance
 */
const COMPRESSED = { 'accept-encoding': 'gzip', 'user-agent': 'nano-sync (gzip)' }
/** Statuses of a disabled API, a rejected token or an invisible file. Any other error is a temporary failure. */
const DRIVE_REFUSALS: ReadonlySet<number> = new Set([401, 403, 404])
const TOKEN_REFUSALS: ReadonlySet<number> = new Set([400, 401, 403])

export function createDriveFiles({ driveUrl, requestsPerMinute, store, now, pause }: DriveOptions): DriveFiles {
  const bucket = bucketFor(requestsPerMinute)
  const http = new gaxios.Gaxios({ noProxy: LEFT_TO_NODE, retry: false })

  /** Waits for a slot, unless the wait takes longer than a request may take; returns whether there was a slot. */
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

  async function ask<Answer>(path: string, params: Record<string, unknown>, question: Question) {
    const { account, fields, signal, onSend } = question
    if (!(await takeSlot(question))) return undefined
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const headers = await orRefused(TOKEN_REFUSALS, async () => account.authorizeDrive?.(limit))
    using _sending = onSend?.()
    const request = {
      params: { fields, supportsAllDrives: true, ...params },
      signal: limit,
      headers: { ...COMPRESSED, ...headers },
    }
    const url = `${driveUrl}/drive/v3/${path}`
    return await orRefused(DRIVE_REFUSALS, async () => (await http.request<Answer>({ url, ...request })).data)
  }

  return {
    get: (question) => ask<DriveFile>(`files/${encodeURIComponent(question.spreadsheetId)}`, {}, question),
    list: (question) => {
      const { query: q, order: orderBy, pageSize, pageToken } = question
      const everywhere = { corpora: 'allDrives', includeItemsFromAllDrives: true }
      const page = { pageSize, ...(orderBy && { orderBy }), ...(pageToken && { pageToken }) }
      return ask<FileList>('files', { q, ...page, ...everywhere }, question)
    },
  }
}

async function orRefused<T>(refusals: ReadonlySet<number>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isRefused(error, refusals)) throw new DriveRefused('Drive refused a request', { cause: error })
    throw error
  }
}

/** Whether the status is a refusal. Drive also answers 403 for rate limits, which are temporary. */
function isRefused(error: unknown, refusals: ReadonlySet<number>): boolean {
  return refusals.has(readStatus(error)) && diagnoseFailure(error)?.reason !== 'rate_limited'
}

/** Returns NaN for an error without an answer. The library wraps some answers in its own errors. */
export function readStatus(error: unknown): number {
  return parseTokenAnswer(error)?.status ?? Number.NaN
}

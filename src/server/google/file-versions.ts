import { gaxios } from 'google-auth-library'
import { bucketFor } from '#domain/copy/request-bucket.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import type { Account } from './account.ts'
import type { QuotaStore } from './quota-store.ts'
import type { RequestRecorder } from './request-recorder.ts'
import { LEFT_TO_NODE } from './through-proxy.ts'

/** Asks Drive for the versions of files. It only saves reads of cells, so nobody waits for it long and nothing fails with it. */
export interface FileVersions {
  /** The version of a file, which grows with every edit; undefined if the account may not know it. */
  read(
    spreadsheetId: string,
    request: { accounts: readonly Account[]; signal: AbortSignal; recorder: RequestRecorder },
  ): Promise<string | undefined>
}

interface Options {
  driveUrl: string
  store: QuotaStore
  now: () => Date
}

/** Drive allows far more, and counts apart from Sheets. https://developers.google.com/workspace/drive/api/guides/limits */
const BUDGET = bucketFor(6_000)
const TIMEOUT_MS = 5 * SECOND_MS
/** The API may not be enabled, the scope not granted, or the file not visible: that rarely changes. */
const RETRY_MS = HOUR_MS

export function createFileVersions({ driveUrl, store, now }: Options): FileVersions {
  const http = new gaxios.Gaxios({ noProxy: LEFT_TO_NODE, retry: false })
  const retryAtMs = new Map<string, number>()

  return {
    async read(spreadsheetId, { accounts, signal, recorder }) {
      const account = accounts.find((candidate) => candidate.authorizeDrive)
      if (!account?.authorizeDrive) return undefined
      const nowMs = now().getTime()
      const key = `${account.name} ${spreadsheetId}`
      if ((retryAtMs.get(key) ?? 0) > nowMs) return undefined
      const slotMs = await store.take({ key: `drive:account:${account.name}`, bucket: BUDGET, nowMs })
      if (slotMs !== undefined) return undefined
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      try {
        const headers = await account.authorizeDrive(limit)
        const url = `${driveUrl}/drive/v3/files/${encodeURIComponent(spreadsheetId)}`
        const params = { fields: 'version', supportsAllDrives: true }
        using _reading = recorder.start('reading')
        recorder.sent({ kind: 'read', purpose: 'drive', account, isRetry: false })
        const { data } = await http.request<{ version?: string }>({ url, params, headers, signal: limit })
        return data.version
      } catch {
        if (!signal.aborted) retryAtMs.set(key, nowMs + RETRY_MS)
        return undefined
      }
    },
  }
}

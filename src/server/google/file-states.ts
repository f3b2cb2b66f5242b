import { LRUCache } from 'lru-cache'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import type { FileState } from '#engine/workbook.ts'
import type { Account } from './account.ts'
import { type DriveFiles, DriveRefused, SPREADSHEET_TYPE } from './drive-files.ts'
import type { RequestRecorder } from './request-recorder.ts'

/** Asks Drive for the states of files. No copy depends on the answer, so runs wait briefly and ignore failures. */
export interface FileStates {
  /**
   * Returns the state of a file; undefined if the account may not see it. The answer may be another run's recent answer, asked
   * for at `since` or later.
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

/**
 * Maximum requests of an account. Drive allows more, and counts them separately from Sheets.
 * https://developers.google.com/workspace/drive/api/guides/limits
 */
export const DRIVE_REQUESTS_PER_MINUTE = 6_000
/** Delay after a refusal. */
const RETRY_MS = HOUR_MS
const FIELDS = 'version,trashed,mimeType'
/** Maximum age of an answer other runs may reuse. */
const MAX_ANSWER_AGE_MS = 30 * SECOND_MS
const MAX_ANSWERS = 10_000

interface Question extends Pick<StateRequest, 'signal' | 'recorder'> {
  spreadsheetId: string
  account: Account
  key: string
  askedAtMs: number
}

export function createFileStates({ drive, now }: { drive: DriveFiles; now: () => Date }): FileStates {
  const retryAtMs = new Map<string, number>()
  const answers = new LRUCache<string, Answer>({ max: MAX_ANSWERS })

  async function ask(question: Question): Promise<FileState | undefined> {
    const { spreadsheetId, account, key, askedAtMs, signal, recorder } = question
    if ((retryAtMs.get(key) ?? 0) > askedAtMs) return undefined
    const onSend = () => {
      const reading = recorder.start('reading')
      recorder.sent({ kind: 'read', purpose: 'drive', account, isRetry: false })
      return reading
    }
    try {
      const file = await drive.get({ spreadsheetId, account, fields: FIELDS, signal, askedAtMs, onSend })
      if (file?.version === undefined) return undefined
      const { version, trashed = false, mimeType } = file
      return { version, isInTrash: trashed, isSpreadsheet: mimeType === SPREADSHEET_TYPE }
    } catch (error) {
      if (error instanceof DriveRefused) retryAtMs.set(key, askedAtMs + RETRY_MS)
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

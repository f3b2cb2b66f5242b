import type { Account } from './account.ts'
import { type DriveFiles, DriveRefused } from './drive-files.ts'
import { type DriveRefusal, describeRefusal } from './drive-refusal.ts'

/** Drive's answer about the edits of a file. */
export type EditState =
  | {
      readonly kind: 'seen'
      readonly version: string
      readonly modifiedAt: Date | undefined
      /** Whether the asking account made the last change of this version. */
      readonly isOwn: boolean
    }
  /** Drive refuses until a person changes the access or the settings. */
  | ({ readonly kind: 'refused' } & DriveRefusal)
  | { readonly kind: 'failed' }

interface Request {
  account: Account
  signal: AbortSignal
}

/** Asks Drive when a file was last edited. */
export type ReadEdits = (spreadsheetId: string, request: Request) => Promise<EditState>

const FIELDS = 'version,modifiedTime,lastModifyingUser(me)'

export function createReadEdits({ drive, now }: { drive: DriveFiles; now: () => Date }): ReadEdits {
  return async (spreadsheetId, { account, signal }) => {
    try {
      const file = await drive.get({ spreadsheetId, account, fields: FIELDS, signal, askedAtMs: now().getTime() })
      if (file?.version === undefined) return { kind: 'failed' }
      const { version, modifiedTime, lastModifyingUser } = file
      const modifiedAt = modifiedTime === undefined ? undefined : new Date(modifiedTime)
      return { kind: 'seen', version, modifiedAt, isOwn: lastModifyingUser?.me === true }
    } catch (error) {
      if (!(error instanceof DriveRefused)) return { kind: 'failed' }
      return { kind: 'refused', ...describeRefusal(error, account) }
    }
  }
}

import type { AccountPreference } from '#domain/tasks/lent-access.ts'
import { requestError } from '#engine/provider-error.ts'
import type { AccountSelection } from './account-selector.ts'
import type { DriveFiles } from './drive-files.ts'

interface Request {
  spreadsheetId: string
  title: string
  preference: AccountPreference
  signal: AbortSignal
}

/**
 * Asks Drive whether a task's account may edit a file, without a write. Undefined if Drive cannot tell, or if the task has
 * several accounts. @throws ProviderError if the account may not edit the file
 */
export type AskEditRight = (request: Request) => Promise<true | undefined>

interface Options {
  drive: DriveFiles
  select(preference: AccountPreference): Promise<AccountSelection>
  now: () => Date
}

export function createAskEditRight({ drive, select, now }: Options): AskEditRight {
  return async ({ spreadsheetId, title, preference, signal }) => {
    const { accounts, fallback } = await select(preference)
    const [account, ...others] = accounts
    if (!account?.authorizeDrive || others.length > 0 || fallback) return undefined
    const question = { spreadsheetId, account, fields: 'capabilities(canEdit)', signal, askedAtMs: now().getTime() }
    // If Drive fails, the check writes an unchanged cell instead, which proves the right as well.
    const file = await drive.get(question).catch(() => undefined)
    const canEdit = file?.capabilities?.canEdit
    if (canEdit !== false) return canEdit
    const about = { account: account.name, file: { id: spreadsheetId, title }, kind: 'write' } as const
    throw requestError({ reason: 'not_shared', about })
  }
}

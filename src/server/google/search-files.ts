import type { FileSearch } from '#contract/spreadsheet.ts'
import { grantScope } from '#domain/failures/grant-scope.ts'
import type { AccountPreference } from '#domain/tasks/lent-access.ts'
import { searchWords } from '#domain/tasks/task-search.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Account } from './account.ts'
import { type DriveFiles, DriveRefused, FOLDER_TYPE, SPREADSHEET_TYPE } from './drive-files.ts'
import { describeRefusal } from './drive-refusal.ts'

/** A spreadsheet or folder an account can open. */
export interface DriveHit {
  readonly id: string
  readonly title: string
  readonly isFolder: boolean
  readonly isStarred: boolean
  readonly viewedAt: string | null
  readonly modifiedAt: string | null
}

/** Spreadsheets found for an account, or the reason for not searching. */
type DriveSearch =
  | {
      readonly kind: 'found'
      readonly account: Account
      readonly files: readonly DriveHit[]
      readonly hasMore: boolean
    }
  | {
      readonly kind: 'unsearched'
      readonly account?: Account
      readonly problem: NonNullable<FileSearch['problem']>
      /** Google's message; for a missing scope, how to grant it. */
      readonly detail: string
    }

interface SearchRequest {
  search: string
  withFolders: boolean
  /** Maximum files to find. */
  limit: number
  /** The accounts of the task for these files. */
  preference: AccountPreference
  signal: AbortSignal
}

export type SearchFiles = (request: SearchRequest) => Promise<DriveSearch>

interface Options {
  drive: DriveFiles
  select(preference: AccountPreference): Promise<{ accounts: readonly Account[] }>
  /** The account every task may use. */
  sharedAccount: Account | undefined
  now: () => Date
}

const FIELDS = 'nextPageToken,files(id,name,mimeType,starred,viewedByMeTime,modifiedTime)'
const ORDER = 'starred desc,viewedByMeTime desc,modifiedTime desc'

/**
 * Searches the files of the account a task would use first. Only files of the shared account and of the caller are listed,
 * because people lend their access to tasks without showing their files to everybody.
 */
export function createSearchFiles({ drive, select, sharedAccount, now }: Options): SearchFiles {
  const isOfOther = (account: Account, { owner }: AccountPreference) =>
    !account.isAnonymous && account !== sharedAccount && account.name !== owner
  return async ({ search, withFolders, limit, preference, signal }) => {
    const account = await selectFirst(select, preference)
    if (!account) return { kind: 'unsearched', problem: 'no_account', detail: '' }
    const unsearched = { kind: 'unsearched', account, detail: '' } as const
    if (isOfOther(account, preference)) return { ...unsearched, problem: 'somebody_else' }
    if (!account.authorizeDrive) return { ...unsearched, problem: 'not_granted' }
    const query = buildQuery(search, withFolders ? [SPREADSHEET_TYPE, FOLDER_TYPE] : [SPREADSHEET_TYPE])
    const question = { account, fields: FIELDS, query, order: ORDER, pageSize: limit }
    try {
      const found = await drive.list({ ...question, signal, askedAtMs: now().getTime() })
      if (!found) return { ...unsearched, problem: 'no_answer' }
      return { kind: 'found', account, files: hitsIn(found.files), hasMore: found.nextPageToken !== undefined }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof DriveRefused)) return { ...unsearched, problem: 'no_answer' }
      const { detail, lack } = describeRefusal(error, account)
      if (lack) return { ...unsearched, problem: 'scope_missing', detail: grantScope(lack).fix }
      return { ...unsearched, problem: 'refused', detail }
    }
  }
}

async function selectFirst(select: Options['select'], preference: AccountPreference): Promise<Account | undefined> {
  try {
    return (await select(preference)).accounts[0]
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

/** Searches for each word separately, because Drive matches the beginnings of words in a name. */
function buildQuery(search: string, types: readonly string[]): string {
  const words = searchWords(search).map((word) => `name contains '${word.replace(/[\\']/g, '\\$&')}'`)
  const ofType = types.map((type) => `mimeType = '${type}'`).join(' or ')
  return [`(${ofType})`, 'trashed = false', ...words].join(' and ')
}

function hitsIn(files: NonNullable<Awaited<ReturnType<DriveFiles['list']>>>['files'] = []): DriveHit[] {
  const hits = files.flatMap(({ id, name, mimeType, starred = false, viewedByMeTime, modifiedTime }) => {
    if (!id) return []
    const times = { viewedAt: utc(viewedByMeTime), modifiedAt: utc(modifiedTime) }
    return [{ id, title: name ?? id, isFolder: mimeType === FOLDER_TYPE, isStarred: starred, ...times }]
  })
  // Sort starred files first, because Drive does not document how it sorts by stars.
  return hits.toSorted((one, other) => Number(other.isStarred) - Number(one.isStarred))
}

function utc(time: string | undefined): string | null {
  const ms = Date.parse(time ?? '')
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

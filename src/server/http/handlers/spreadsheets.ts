import { api } from '#contract/api.ts'
import { type ErrorCode, Refusal } from '#contract/errors.ts'
import type { FoundFile } from '#contract/spreadsheet.ts'
import type { Tab } from '#domain/copy/spreadsheet.ts'
import { type Cause, explain } from '#domain/failures/failure.ts'
import { shapeProblems } from '#domain/shape/shape-problems.ts'
import type { AccountPreference } from '#domain/tasks/lent-access.ts'
import { parseAccounts } from '#domain/tasks/parse-accounts.ts'
import { hasEveryWord, searchWords } from '#domain/tasks/task-search.ts'
import { ProviderError } from '#engine/provider-error.ts'
import { nameProvider } from '#server/config/google-settings.ts'
import { dayOf } from '#server/copy-jobs/job-of-task.ts'
import type { DriveHit } from '#server/google/search-files.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { keepFirstRows } from '#server/preview/sources/keep-first-rows.ts'
import { tryShape } from '#server/preview/try-shape.ts'
import { createSampleSpreadsheet } from '#server/samples/create-sample-spreadsheet.ts'
import { checkSpreadsheet } from '#server/setup/spreadsheet-access.ts'
import type { Orm } from '#server/storage/database.ts'
import { knownTitles } from '#server/tasks/spreadsheet-titles.ts'

/** Error codes by the provider's cause. Any other cause is a problem with the request. */
const codeOf: Partial<Record<Cause, ErrorCode>> = {
  not_found: 'not_found',
  google_not_connected: 'not_found',
  not_shared: 'forbidden',
  not_picked: 'forbidden',
  rate_limited: 'unavailable',
  unavailable: 'unavailable',
  unauthenticated: 'unavailable',
  revoked: 'unavailable',
  access_ended: 'unavailable',
  no_account: 'unavailable',
  no_machine_credentials: 'unavailable',
  not_connected: 'unavailable',
  scope_missing: 'unavailable',
  not_lent: 'unavailable',
  removed: 'unavailable',
  api_disabled: 'unavailable',
}

/** Maximum files of tasks to suggest if no account's files can be searched. */
const MAX_FILES_OF_TASKS = 20

type Options = Pick<Context, 'connection' | 'google' | 'database' | 'now' | 'formatTime'> & {
  /** URL of the embedded spreadsheets; undefined if they are not served. */
  embeddedSheetsUrl: string | undefined
}

export function spreadsheetHandlers(options: Options): Handler[] {
  const { connection, google, database, now, formatTime, embeddedSheetsUrl } = options
  const readRows = keepFirstRows(google, now)
  return [
    handler(api.spreadsheets.search, async ({ query, caller, signal }) => {
      const { search, relevant_user_accounts, folders, limit } = query
      const preference = preferenceIn(relevant_user_accounts, caller)
      const found = await google.searchFiles({ search, withFolders: folders === 'true', limit, preference, signal })
      const account = found.account && !found.account.isAnonymous ? found.account.name : null
      if (found.kind === 'found') {
        const { files, hasMore } = found
        return { account, problem: null, detail: '', files: files.map(presentFile), has_more: hasMore }
      }
      const matching = await filesOfTasks(database.orm, searchWords(search))
      const files = matching.slice(0, MAX_FILES_OF_TASKS).map(presentFile)
      const { problem, detail } = found
      return { account, problem, detail, files, has_more: matching.length > files.length }
    }),
    handler(api.spreadsheets.createSample, async () => {
      const isInUse = nameProvider(connection.current.sheets) === 'embedded'
      if (!isInUse || embeddedSheetsUrl === undefined)
        throw new Refusal('conflict', 'Samples are built-in spreadsheets, but tasks copy spreadsheets in Google.')
      return await createSampleSpreadsheet(embeddedSheetsUrl)
    }),
    handler(api.spreadsheets.checkAccess, async ({ params: { id }, query, caller, signal }) => {
      const { accounts, owner } = preferenceIn(query.relevant_user_accounts, caller)
      const request = { id, accounts, owner, signal, isTarget: query.role === 'editor', prefersDrive: true }
      const { spreadsheet, error } = await checkSpreadsheet(google, request)
      return {
        id,
        title: spreadsheet?.title ?? null,
        tabs: spreadsheet?.tabs.map(presentTab) ?? [],
        is_ready: error === undefined,
        problem: error?.message ?? null,
        needs_sharing: error?.reason === 'not_shared',
        action: error ? explain(error.failure).action : null,
      }
    }),
    handler(api.spreadsheets.get, async ({ params, caller, signal }) => {
      const asked = { requestedBy: caller.email, signal }
      const { title, tabs } = await orRefuse(google.describe(params.id, asked))
      return { id: params.id, title, tabs: tabs.map(presentTab) }
    }),
    handler(api.spreadsheets.tryShape, async ({ params, query, caller, signal }) => {
      const {
        tab,
        start_row: startRow,
        columns,
        rows,
        more_sources,
        source_column: sourceColumn,
        split_by: splitBy,
      } = query
      const problems = shapeProblems({ columns, rows, moreSources: more_sources })
      const [problem] = Object.values(problems)
      if (problem !== undefined) throw new Refusal('invalid', problem, problems)
      const today = dayOf(formatTime(now()))
      const targetId = query.target_ss_id
      const sources = { moreSources: more_sources, targetId, sourceColumn, skipsHidden: query.hidden_rows === 'skip' }
      const trial = { spreadsheetId: params.id, tab, startRow, columns, rows, ...sources, splitBy, today }
      return await orRefuse(tryShape(readRows, { ...trial, requestedBy: caller.email, signal }))
    }),
  ]
}

/** Returns the accounts for a new task of the caller. */
function preferenceIn(relevantUserAccounts: string, { email }: { email: string }): AccountPreference {
  return { accounts: parseAccounts({ relevantUserAccounts }), owner: email.toLowerCase() }
}

async function filesOfTasks(orm: Orm, words: readonly string[]): Promise<DriveHit[]> {
  const matching = [...(await knownTitles(orm))].filter(([, title]) => hasEveryWord(title, words))
  return matching
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))
    .map(([id, title]) => ({ id, title, isFolder: false, isStarred: false, viewedAt: null, modifiedAt: null }))
}

function presentFile({ id, title, isFolder, isStarred, viewedAt, modifiedAt }: DriveHit): FoundFile {
  return { id, title, is_folder: isFolder, is_starred: isStarred, viewed_at: viewedAt, modified_at: modifiedAt }
}

async function orRefuse<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const refusal = new Refusal(codeOf[error.reason] ?? 'invalid', error.message)
    refusal.cause = error
    throw refusal
  }
}

function presentTab({ sheetId, title, isHidden, rowCount, columnCount }: Tab) {
  return { id: sheetId, title, is_hidden: isHidden, row_count: rowCount, column_count: columnCount }
}

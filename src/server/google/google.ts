import { setTimeout } from 'node:timers/promises'
import type { Tab } from '#domain/copy/spreadsheet.ts'
import { NO_LIMIT } from '#domain/forecast/request-bucket.ts'
import type { AccountKind, AccountPreference } from '#domain/tasks/lent-access.ts'
import type { Provider, Workbook, WorkbookOptions } from '#engine/workbook.ts'
import { type QuotaLimits, REQUEST_TIMEOUT_MS } from '#server/config/google-settings.ts'
import { createInFlightLimit } from '#server/pace/in-flight-limit.ts'
import type { Account } from './account.ts'
import { createAccountSelector, type DriveAccount } from './account-selector.ts'
import { type AskEditRight, createAskEditRight } from './ask-edit-right.ts'
import { createDriveFiles } from './drive-files.ts'
import { createReadEdits, type ReadEdits } from './file-edits.ts'
import { createFileStates, DRIVE_REQUESTS_PER_MINUTE } from './file-states.ts'
import { listFolder } from './list-folder.ts'
import { createQuota, type Pause } from './quota.ts'
import { createMemoryQuotaStore, type QuotaStore } from './quota-store.ts'
import { createReadSizes } from './read-sizes.ts'
import { recordRequests } from './request-recorder.ts'
import { createRequestSender, type FindTitle } from './request-sender.ts'
import type { ProviderMetrics, RequestWatch } from './request-watch.ts'
import { createRunAccounts } from './run-accounts.ts'
import { createSearchFiles, type SearchFiles } from './search-files.ts'
import { createSheetsClient } from './sheets-client.ts'
import type { UserAccountCache } from './user-account-cache.ts'

export interface GoogleConfig extends QuotaLimits {
  /** Root of the Sheets API, without a trailing slash. */
  sheetsUrl: string
  /** Root of the Drive API, without a trailing slash. */
  driveUrl: string
  /** How long the provider may work on a request; Google's limit by default. */
  requestTimeoutMs?: number
  /** Whether the provider runs in this process, so its requests end with the process. */
  isEmbedded?: boolean
}

interface GoogleOptions {
  config: GoogleConfig
  /** The account every task may use. */
  sharedAccount?: Account | undefined
  /** Absent when signing in grants no access to spreadsheets. */
  userAccounts?: UserAccountCache | undefined
  /** Counts the used quota; in memory unless several nodes share it. */
  quotaStore?: QuotaStore
  metrics?: ProviderMetrics
  /** Finds titles for messages. By default, messages use a file's ID unless a request of the run has read its title. */
  findTitle?: FindTitle
  now: () => Date
  random: () => number
  pause?: Pause | undefined
}

interface ConnectOptions extends WorkbookOptions {
  watch?: RequestWatch
}

/** Access to spreadsheets, under one quota for the whole process or all nodes. */
export interface Google extends Provider {
  /** Time within which the provider may still apply a write after its request was abandoned. */
  readonly lateWriteMs: number
  connect(options: ConnectOptions): Workbook
  /** Returns the kind of account a task would use; null if the task lists its accounts, or if no account is needed. */
  findAccountKind(preference: AccountPreference): Promise<AccountKind | null>
  /** Returns the account with which a task can ask Drive about its files, or else only the name of the task's account. */
  selectDriveAccount(preference: AccountPreference): Promise<DriveAccount>
  readonly readEdits: ReadEdits
  readonly searchFiles: SearchFiles
  readonly askEditRight: AskEditRight
  /**
   * Reads the title and tabs of a spreadsheet for a user to choose from, with the account a task of this user would use.
   * @throws ProviderError
   */
  describe(
    spreadsheetId: string,
    options: { requestedBy: string; signal: AbortSignal },
  ): Promise<{ title: string; tabs: Tab[] }>
}

/** Google for a run. `watch` only sees the requests of connected workbooks, not requests of the other methods. */
export interface WatchedGoogle extends Google {
  readonly watch: RequestWatch
}

export function watchGoogle(google: Google, watch: RequestWatch): WatchedGoogle {
  return { ...google, watch, connect: (access) => google.connect({ ...access, watch }) }
}

/**
 * Maximum concurrent requests to a spreadsheet. Large spreadsheets answer 503 above it.
 * https://developers.google.com/workspace/sheets/api/limits
 */
const MAX_REQUESTS_PER_SPREADSHEET = 2

const noMetrics: ProviderMetrics = { requested() {} }
/** Watch for requests outside a run. */
const unwatched = (): RequestWatch => ({ beforeSending() {}, writeBrokeOff() {}, recorder: recordRequests() })

export function createGoogle(options: GoogleOptions): Google {
  const { config, sharedAccount, userAccounts, now, random, metrics = noMetrics, pause = pauseUnlessAborted } = options
  const selector = createAccountSelector({ sheetsUrl: config.sheetsUrl, sharedAccount, userAccounts })
  const store = options.quotaStore ?? createMemoryQuotaStore()
  const quota = createQuota({ limits: config, store, now, pause })
  const requestsPerMinute = config.isEmbedded ? NO_LIMIT : DRIVE_REQUESTS_PER_MINUTE
  const drive = createDriveFiles({ driveUrl: config.driveUrl, requestsPerMinute, store, now, pause })
  const states = createFileStates({ drive, now })
  const inFlight = createInFlightLimit(MAX_REQUESTS_PER_SPREADSHEET)
  const timeoutMs = config.requestTimeoutMs ?? REQUEST_TIMEOUT_MS
  const { findTitle = async () => undefined } = options

  function connect({ accounts: listed, owner, accountKind, ...options }: ConnectOptions): Workbook {
    const { log, readLimits, watch = unwatched(), ...request } = options
    const preference = { accounts: listed, owner, accountKind: accountKind ?? null }
    const accounts = createRunAccounts({ select: () => selector.select(preference), log })
    const sender = createRequestSender({
      ...request,
      accounts,
      quota,
      inFlight,
      metrics,
      watch,
      timeoutMs,
      findTitle,
      pause,
      random,
    })
    const fileState: Workbook['fileState'] = async (id, since) => {
      const access = { kind: 'read', file: { id } } as const
      // Without a usable account, the reads of cells fail and say why.
      const usable = await accounts.usableFor(access).catch(() => [])
      return await states.read(id, { accounts: usable, signal: request.signal, recorder: watch.recorder, since })
    }
    const listFiles: Workbook['listFolder'] = async (id) => {
      const usable = await accounts.usableFor({ kind: 'read', file: { id } })
      const { backOff } = sender
      const asked = { accounts: usable, signal: request.signal, recorder: watch.recorder, now, backOff }
      return await listFolder(drive, id, asked)
    }
    return createSheetsClient({
      sheetsUrl: config.sheetsUrl,
      sender,
      fileState,
      listFolder: listFiles,
      random,
      readSizes: createReadSizes(readLimits),
    })
  }

  return {
    lateWriteMs: config.isEmbedded ? 0 : timeoutMs,
    findAccountKind: selector.findAccountKind,
    selectDriveAccount: selector.selectDriveAccount,
    readEdits: createReadEdits({ drive, now }),
    searchFiles: createSearchFiles({ drive, select: selector.select, sharedAccount, now }),
    askEditRight: createAskEditRight({ drive, select: selector.select, now }),
    connect,
    async describe(spreadsheetId, { requestedBy, signal }) {
      const client = connect({ accounts: [], owner: requestedBy, signal, onWait() {}, log() {} })
      const { title, tabs } = await client.getSpreadsheet(spreadsheetId)
      return { title, tabs }
    },
  }
}

/** Rejects with the signal's own reason, not with an AbortError. */
export const pauseUnlessAborted: Pause = async (durationMs, signal) => {
  try {
    await setTimeout(durationMs, undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

import { createAccountSelector, type AccountPreference } from './account-selector.ts'
import { type Pause, pause as realPause } from './pause.ts'
import { createQuota } from './quota.ts'
import { memoryQuotaStore, type QuotaStore } from './quota-store.ts'
import { createRequestSender, type ProviderMetrics } from './request-sender.ts'
import { createRunAccounts } from './run-accounts.ts'
import { createSheetsClient, type SheetsClient } from './sheets-client.ts'
import type { Tab } from './spreadsheet.ts'
import type { UserAccountCache } from './user-account-cache.ts'

export interface GoogleConfig {
  /** Root of the Sheets API, without a slash at its end. */
  sheetsUrl: string
  /** Root of the Drive API, without a slash at its end. */
  driveUrl: string
  serviceAccountKeyFile?: string
  /** Quota of one account; its project's is five times that. */
  readsPerMinute: number
  writesPerMinute: number
}

interface GoogleOptions {
  config: GoogleConfig
  /** The people who sign in; left out where the sign-in gives no credentials. */
  users?: UserAccountCache | undefined
  /** Where used quota is counted; in memory unless several nodes share it. */
  quotaStore?: QuotaStore
  metrics?: ProviderMetrics
  now: () => Date
  random: () => number
  /** Waits before a request is repeated or a slot is free. */
  pause?: Pause
}

interface RunConnection extends AccountPreference {
  /** No request starts after it is aborted. */
  signal: AbortSignal
  onWait(until: Date | null): void
  /** Tells a person that an account is not used, why, and what to do. */
  log(level: 'INFO' | 'WARNING', sentence: string): void
}

/** Access to spreadsheets, under one quota for the whole process or all nodes. */
export interface Google {
  /** Throws nothing itself: an account is looked for when the first request needs one. */
  connect(run: RunConnection): SheetsClient
  /**
   * Title and tabs, for a person to choose from, with the account that a task of this person would use.
   * @throws ProviderError
   */
  describe(
    spreadsheetId: string,
    options: { askedBy: string; signal: AbortSignal },
  ): Promise<{ title: string; tabs: Tab[] }>
}

const noMetrics: ProviderMetrics = { requested() {} }

export function createGoogle(options: GoogleOptions): Google {
  const { config, now, random, quotaStore = memoryQuotaStore, metrics = noMetrics, pause = realPause } = options
  const accounts = createAccountSelector({ ...config, users: options.users })
  const quota = createQuota({ ...config, store: quotaStore, now, pause })

  function connect({ accounts: listed, createdBy, signal, onWait, log }: RunConnection): SheetsClient {
    const choose = () => accounts.choose({ accounts: listed, createdBy })
    const ofRun = createRunAccounts({ choose, log })
    const sender = createRequestSender({ accounts: ofRun, quota, metrics, signal, onWait, pause, random })
    return createSheetsClient({ sheetsUrl: config.sheetsUrl, sender, random })
  }

  return {
    connect,
    async describe(spreadsheetId, { askedBy, signal }) {
      const client = connect({ accounts: [], createdBy: askedBy, signal, onWait() {}, log() {} })
      const { title, tabs } = await client.getSpreadsheet(spreadsheetId)
      return { title, tabs }
    },
  }
}

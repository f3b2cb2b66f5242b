import { createAccounts } from './accounts.ts'
import { type Pause, pause as realPause } from './pause.ts'
import { createQuota } from './quota.ts'
import { memoryQuotaStore, type QuotaStore } from './quota-store.ts'
import { createRequestSender, type ProviderMetrics } from './request-sender.ts'
import { createSheetsClient, type SheetsClient } from './sheets-client.ts'
import type { Tab } from './spreadsheet.ts'

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
  /** Where used quota is counted; in memory unless several nodes share it. */
  quotaStore?: QuotaStore
  metrics?: ProviderMetrics
  now: () => Date
  random: () => number
  /** Waits before a request is repeated or a slot is free. */
  pause?: Pause
}

interface RunConnection {
  /** Addresses of the accounts that may be used, the preferred first; empty for the common one. */
  accounts: readonly string[]
  /** No request starts after it is aborted. */
  signal: AbortSignal
  waiting(until: Date | null): void
}

/** Access to spreadsheets, under one quota for the whole process or all nodes. */
export interface Google {
  /** @throws ProviderError */
  connect(run: RunConnection): SheetsClient
  /**
   * Title and tabs, for a person to choose from.
   * @throws ProviderError
   */
  describe(spreadsheetId: string, options: { signal: AbortSignal }): Promise<{ title: string; tabs: Tab[] }>
}

const noMetrics: ProviderMetrics = { requested() {} }

export function createGoogle(options: GoogleOptions): Google {
  const { config, now, random, quotaStore = memoryQuotaStore, metrics = noMetrics, pause = realPause } = options
  const accounts = createAccounts(config)
  const quota = createQuota({ ...config, store: quotaStore, now, pause })

  function connect({ accounts: wanted, signal, waiting }: RunConnection): SheetsClient {
    const account = accounts.choose(wanted)
    const sender = createRequestSender({ account, quota, metrics, signal, waiting, pause, random })
    return createSheetsClient({ sheetsUrl: config.sheetsUrl, sender, random })
  }

  return {
    connect,
    async describe(spreadsheetId, { signal }) {
      const { title, tabs } = await connect({ accounts: [], signal, waiting() {} }).getSpreadsheet(spreadsheetId)
      return { title, tabs }
    },
  }
}

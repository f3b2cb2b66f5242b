import type { RequestPurpose } from '#contract/run-figures.ts'
import { NO_FIGURES, type RequestActivity, type RequestFigures } from '#domain/runs/attempt-record.ts'
import type { RequestKind } from '#engine/workbook.ts'
import type { Account } from './account.ts'

/** Order of precedence: while requests do different things at once, the first activity in this list counts. */
const PRECEDENCE: readonly RequestActivity[] = ['writing', 'reading', 'quota', 'waiting']

interface SentRequest {
  kind: RequestKind
  purpose: RequestPurpose
  account: Pick<Account, 'name' | 'project'>
  isRetry: boolean
}

/** Records the activity of an attempt's requests as it happens. */
export interface RequestRecorder {
  /** Begins an activity. Disposing of the result ends it. */
  start(activity: RequestActivity): Disposable
  sent(request: SentRequest): void
  transferred(bytes: number): void
  /** Records that the provider refused a request because the quota was used up. */
  refused(): void
  figures(): RequestFigures
}

/** @param nowMs a clock that never goes back */
export function recordRequests(nowMs: () => number = () => performance.now()): RequestRecorder {
  const activities = { ...NO_FIGURES.activities }
  const ongoing = { ...NO_FIGURES.activities }
  const purposes = { ...NO_FIGURES.purposes }
  const counts = { retries: 0, refusals: 0, reads: 0, writes: 0, bytes: 0 }
  const accounts = new Map<string, { account: string; project: string; reads: number; writes: number }>()
  let sinceMs = nowMs()

  function credit(): void {
    const now = nowMs()
    const current = PRECEDENCE.find((activity) => ongoing[activity] > 0)
    if (current) activities[current] += now - sinceMs
    sinceMs = now
  }

  return {
    start(activity) {
      credit()
      ongoing[activity] += 1
      return {
        [Symbol.dispose]() {
          credit()
          ongoing[activity] -= 1
        },
      }
    },
    sent({ kind, purpose, account: { name, project }, isRetry }) {
      purposes[purpose] += 1
      if (isRetry) counts.retries += 1
      // Requests to Drive have a separate quota.
      if (purpose === 'drive') return
      const used = kind === 'read' ? 'reads' : 'writes'
      const use = accounts.get(name) ?? { account: name, project, reads: 0, writes: 0 }
      accounts.set(name, use)
      counts[used] += 1
      use[used] += 1
    },
    transferred(bytes) {
      counts.bytes += bytes
    },
    refused() {
      counts.refusals += 1
    },
    figures() {
      credit()
      const uses = [...accounts.values()].map((use) => ({ ...use }))
      return { activities: { ...activities }, purposes: { ...purposes }, ...counts, accounts: uses }
    },
  }
}

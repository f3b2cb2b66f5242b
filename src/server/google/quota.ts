import { bucketFor, closedUntilMs, type RequestBucket, waitForMs } from '#domain/forecast/request-bucket.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { RequestKind } from '#engine/workbook.ts'
import type { QuotaLimits } from '#server/config/google-settings.ts'
import type { Account } from './account.ts'
import { createProjectLedger } from './project-ledger.ts'
import type { QuotaStore } from './quota-store.ts'
import { createWaitingLines, type Place } from './waiting-lines.ts'

/** Waits. Rejects with the signal's reason as soon as the signal is aborted. */
export type Pause = (durationMs: number, signal: AbortSignal) => Promise<void>

/** Time a bucket stays closed after the provider rejected a request. */
const CLOSED_MS = MINUTE_MS
/** Minimum wait to report. Shorter waits are normal, because requests are spread out. */
const MIN_REPORTED_WAIT_MS = 5 * SECOND_MS

interface QuotaOptions {
  store: QuotaStore
  limits: QuotaLimits
  now: () => Date
  pause: Pause
}

interface SlotRequest {
  /** Accounts in order of preference. */
  accounts: readonly Account[]
  kind: RequestKind
  signal: AbortSignal
  /** Called before a longer wait, with its expected end. */
  onWait(until: Date): void
}

interface AccountBucket {
  account: Account
  kind: RequestKind
}

interface FullBucket {
  key: string
  bucket: RequestBucket
  /** The time when the bucket may have a slot. */
  slotMs: number
}

/** No account has a slot. */
interface NoSlot {
  /** The time when the next request may be sent, and the interval between further requests. */
  slotMs: number
  intervalMs: number
  /** Key of the waiting line. Requests that wait for the same buckets share a line. */
  line: string
}

interface Rejection extends AccountBucket {
  exhausted: 'account' | 'project'
  /** Text that names the project: `projects/123`, or the provider's own words. */
  consumer: string
}

export interface Quota {
  /** Resolves when a request may be sent, with the first account with a slot. */
  acquire(request: SlotRequest): Promise<Account>
  /** Returns how long `count` requests would wait with the account that waits least, if no other requests are sent. */
  waitMs(requests: Pick<SlotRequest, 'accounts' | 'kind'> & { count: number }): Promise<number>
  /** Closes a bucket for a minute, after the provider reported that other programs used it up. */
  markExhausted(rejection: Rejection): Promise<void>
}

/**
 * Every account and every Cloud project has a token bucket for reads and another for writes. A bucket allows 90 % of the limit
 * in any 60 seconds. A request takes a slot of an account and of its project. It waits while no account has a slot, instead of
 * being sent and rejected. https://developers.google.com/workspace/sheets/api/limits
 */
export function createQuota({ store, limits, now, pause }: QuotaOptions): Quota {
  const ledger = createProjectLedger()
  const buckets: Record<RequestKind, Record<'account' | 'project', RequestBucket>> = {
    read: { account: bucketFor(limits.readsPerMinute), project: bucketFor(limits.projectReadsPerMinute) },
    write: { account: bucketFor(limits.writesPerMinute), project: bucketFor(limits.projectWritesPerMinute) },
  }
  const nowMs = () => now().getTime()
  const lines = createWaitingLines()
  const buildSlot = ({ account, kind }: AccountBucket, owner: 'account' | 'project') => ({
    key: `${kind}:${owner}:${owner === 'account' ? account.name : ledger.findKey(account.project)}`,
    bucket: buckets[kind][owner],
  })

  /** Takes a slot of the account and of its project. @returns the bucket without a slot; undefined on success */
  async function tryAcquire(wanted: AccountBucket): Promise<FullBucket | undefined> {
    const own = buildSlot(wanted, 'account')
    const ownSlotMs = await store.take({ ...own, nowMs: nowMs() })
    if (ownSlotMs !== undefined) return { ...own, slotMs: ownSlotMs }
    const project = buildSlot(wanted, 'project')
    const projectSlotMs = await store.take({ ...project, nowMs: nowMs() })
    if (projectSlotMs === undefined) return undefined
    await store.giveBack(own)
    return { ...project, slotMs: projectSlotMs }
  }

  /** Returns the first account with a slot, or else how long to wait, and for which buckets. */
  async function firstWithSlot({ accounts, kind }: Pick<SlotRequest, 'accounts' | 'kind'>): Promise<Account | NoSlot> {
    const full: FullBucket[] = []
    for (const account of accounts) {
      const bucket = await tryAcquire({ account, kind })
      if (bucket === undefined) return account
      full.push(bucket)
    }
    const [first] = full.toSorted((one, other) => one.slotMs - other.slotMs)
    return {
      slotMs: first?.slotMs ?? Number.POSITIVE_INFINITY,
      intervalMs: first?.bucket.intervalMs ?? 0,
      line: [...new Set(full.map(({ key }) => key))].sort().join('\n'),
    }
  }

  return {
    async acquire({ accounts, kind, signal, onWait }) {
      let reportedMs = nowMs()
      let place: Place | undefined
      const expect = (untilMs: number) => {
        if (untilMs - reportedMs < MIN_REPORTED_WAIT_MS) return
        reportedMs = untilMs
        onWait(new Date(untilMs))
      }
      try {
        for (;;) {
          const found = await firstWithSlot({ accounts, kind })
          if (!('slotMs' in found)) return found
          const { slotMs, intervalMs, line } = found
          if (place?.key !== line) {
            place?.[Symbol.dispose]()
            const joined = lines.join(line, (nextMs) => expect(nextMs + joined.ahead() * intervalMs))
            place = joined
          }
          expect(slotMs + place.ahead() * intervalMs)
          if (place.ahead() > 0) await place.first(signal)
          else {
            place.tell(slotMs)
            await pause(Math.max(1, slotMs - nowMs()), signal)
          }
        }
      } finally {
        place?.[Symbol.dispose]()
      }
    },
    async waitMs({ accounts, kind, count }) {
      const waits = accounts.map(async (account) => {
        const slots = (['account', 'project'] as const).map((owner) => buildSlot({ account, kind }, owner))
        const times = slots.map(async ({ key, bucket }) =>
          waitForMs(bucket, { fullAtMs: await store.fullAtMs(key), nowMs: nowMs(), count }),
        )
        return Math.max(...(await Promise.all(times)))
      })
      return Math.min(...(await Promise.all(waits)))
    },
    async markExhausted({ exhausted, consumer, ...rejected }) {
      ledger.learn(rejected.account.project, consumer)
      const { key, bucket } = buildSlot(rejected, exhausted)
      await store.delay({ key, fullAtMs: closedUntilMs(bucket, nowMs() + CLOSED_MS) })
    },
  }
}

import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Account } from './accounts.ts'
import type { Pause } from './pause.ts'
import type { QuotaStore } from './quota-store.ts'

export type RequestKind = 'read' | 'write'

/** What a project may do is this many times what one account may. */
const ACCOUNTS_A_PROJECT = 5
const MINUTE_S = 60
const MINUTE_MS = 60_000

interface QuotaOptions {
  store: QuotaStore
  readsPerMinute: number
  writesPerMinute: number
  now: () => Date
  pause: Pause
}

interface Slot {
  account: Account
  kind: RequestKind
  signal: AbortSignal
  /** Called with the time when the wait is expected to end, before it begins. */
  onWait(until: Date): void
}

export interface Quota {
  /** Resolves when a request may be sent. */
  take(slot: Slot): Promise<void>
  /** Empties a bucket until the next minute: the provider says that others used it up. */
  drain(bucket: { account: Account; kind: RequestKind; exhausted: 'account' | 'project' }): Promise<void>
}

/**
 * Every account has a bucket for reads and one for writes, and so has its project. A request takes a slot from both of
 * its buckets or waits: it is never sent to be refused.
 * https://developers.google.com/workspace/sheets/api/limits
 */
export function createQuota({ store, readsPerMinute, writesPerMinute, now, pause }: QuotaOptions): Quota {
  const bucketsOf = (kind: RequestKind, points: number) => ({
    account: store({ keyPrefix: `${kind}:account`, points, duration: MINUTE_S }),
    project: store({ keyPrefix: `${kind}:project`, points: points * ACCOUNTS_A_PROJECT, duration: MINUTE_S }),
  })
  const buckets = { read: bucketsOf('read', readsPerMinute), write: bucketsOf('write', writesPerMinute) }

  /** How long to wait for a slot; 0 when one was taken. */
  async function waitMs({ account, kind }: Pick<Slot, 'account' | 'kind'>): Promise<number> {
    const ofAccount = await untilRefillMs(buckets[kind].account.consume(account.name))
    if (ofAccount > 0) return ofAccount
    const ofProject = await untilRefillMs(buckets[kind].project.consume(account.project))
    if (ofProject > 0) await buckets[kind].account.reward(account.name)
    return ofProject
  }

  return {
    async take({ onWait, signal, ...bucket }) {
      for (let ms = await waitMs(bucket); ms > 0; ms = await waitMs(bucket)) {
        onWait(new Date(now().getTime() + ms))
        await pause(ms, signal)
      }
    },
    async drain({ account, kind, exhausted }) {
      const restOfMinuteMs = MINUTE_MS - (now().getTime() % MINUTE_MS)
      const key = exhausted === 'account' ? account.name : account.project
      await buckets[kind][exhausted].block(key, restOfMinuteMs / 1000)
    },
  }
}

/** A counter that is used up rejects with the time of its refill. */
async function untilRefillMs(consumed: Promise<RateLimiterRes>): Promise<number> {
  try {
    await consumed
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext))
    throw refusal
  }
}

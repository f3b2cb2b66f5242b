import { RateLimiterRes } from 'rate-limiter-flexible'
import { MINUTE_MS } from '#domain/time.ts'
import type { Account } from './account.ts'
import type { QuotaStore } from './quota-store.ts'

export type RequestKind = 'read' | 'write'

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export type Pause = (durationMs: number, signal: AbortSignal) => Promise<void>

/** The quota of a project is this many times that of one account. */
const ACCOUNTS_PER_PROJECT = 5
/**
 * A counter's key names its minute by the clock that all nodes share, but a store expires counters by the clock of its
 * own machine. They live much longer than their minute, so that a fast clock does not reset one too early.
 */
const COUNTER_LIFETIME_S = 600

interface QuotaOptions {
  store: QuotaStore
  readsPerMinute: number
  writesPerMinute: number
  now: () => Date
  pause: Pause
}

interface SlotRequest {
  /** In order of preference. */
  accounts: readonly Account[]
  kind: RequestKind
  signal: AbortSignal
  /** Called before a wait, with the time when it should end. */
  onWait(until: Date): void
}

interface AccountBucket {
  account: Account
  kind: RequestKind
}

export interface Quota {
  /** Resolves when a request may be sent, with the first account that has a slot for it. */
  acquire(request: SlotRequest): Promise<Account>
  /** Empties a bucket until the next minute, because the provider reports that others used it up. */
  markExhausted(bucket: AccountBucket & { exhausted: 'account' | 'project' }): Promise<void>
}

/**
 * Every account and every project has a bucket for reads and one for writes. All refill when a minute of the shared
 * clock begins. A request takes a slot from the buckets of an account and of its project, or waits if no account has
 * one: it is never sent only to be rejected. https://developers.google.com/workspace/sheets/api/limits
 */
export function createQuota({ store, readsPerMinute, writesPerMinute, now, pause }: QuotaOptions): Quota {
  const createBuckets = (kind: RequestKind, points: number) => ({
    account: store({ keyPrefix: `${kind}:account`, points, duration: COUNTER_LIFETIME_S }),
    project: store({
      keyPrefix: `${kind}:project`,
      points: points * ACCOUNTS_PER_PROJECT,
      duration: COUNTER_LIFETIME_S,
    }),
  })
  const buckets = { read: createBuckets('read', readsPerMinute), write: createBuckets('write', writesPerMinute) }
  const keyOf = (owner: string) => `${Math.floor(now().getTime() / MINUTE_MS)}:${owner}`
  const untilNextMinuteMs = () => MINUTE_MS - (now().getTime() % MINUTE_MS)

  async function tryAcquire({ account, kind }: AccountBucket): Promise<boolean> {
    const accountKey = keyOf(account.name)
    if (!(await tryConsume(buckets[kind].account.consume(accountKey)))) return false
    if (await tryConsume(buckets[kind].project.consume(keyOf(account.project)))) return true
    await buckets[kind].account.reward(accountKey)
    return false
  }

  async function firstWithSlot({ accounts, kind }: Pick<SlotRequest, 'accounts' | 'kind'>) {
    for (const account of accounts) if (await tryAcquire({ account, kind })) return account
    return undefined
  }

  return {
    async acquire({ accounts, kind, signal, onWait }) {
      for (;;) {
        const account = await firstWithSlot({ accounts, kind })
        if (account) return account
        const durationMs = untilNextMinuteMs()
        onWait(new Date(now().getTime() + durationMs))
        await pause(durationMs, signal)
      }
    },
    async markExhausted({ account, kind, exhausted }) {
      const owner = exhausted === 'account' ? account.name : account.project
      await buckets[kind][exhausted].block(keyOf(owner), COUNTER_LIFETIME_S)
    },
  }
}

/** An empty counter rejects with its state instead of an error. */
async function tryConsume(consumed: Promise<RateLimiterRes>): Promise<boolean> {
  try {
    await consumed
    return true
  } catch (error) {
    if (error instanceof RateLimiterRes) return false
    throw error
  }
}

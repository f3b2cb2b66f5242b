import { RateLimiterRes } from 'rate-limiter-flexible'
import { MINUTE_MS } from '#domain/time.ts'
import type { Account } from './account.ts'
import type { Pause } from './pause.ts'
import type { QuotaStore } from './quota-store.ts'

export type RequestKind = 'read' | 'write'

/** What a project may do is this many times what one account may. */
const ACCOUNTS_A_PROJECT = 5
/**
 * How long a counter is kept. Its key names the minute, by the clock that all nodes share; a store goes by the machine's
 * own clock, and a counter that some node takes for outdated within its minute would begin anew.
 */
const KEPT_S = 600

interface QuotaOptions {
  store: QuotaStore
  readsPerMinute: number
  writesPerMinute: number
  now: () => Date
  pause: Pause
}

interface Requester {
  account: Account
  kind: RequestKind
}

interface SlotWanted {
  /** The preferred first. */
  accounts: readonly Account[]
  kind: RequestKind
  signal: AbortSignal
  /** Called with the time when the wait is expected to end, before it begins. */
  onWait(until: Date): void
}

export interface Quota {
  /** Resolves when a request may be sent, with the first account that has a slot for it. */
  take(wanted: SlotWanted): Promise<Account>
  /** Empties a bucket until the next minute: the provider says that others used it up. */
  drain(bucket: Requester & { exhausted: 'account' | 'project' }): Promise<void>
}

/**
 * Every account has a bucket for reads and one for writes, and so has its project; all are full again at the start of
 * each minute of the clock, which all nodes share. A request takes a slot from both buckets of an account that it may use,
 * or waits when none has one: it is never sent to be refused. https://developers.google.com/workspace/sheets/api/limits
 */
export function createQuota({ store, readsPerMinute, writesPerMinute, now, pause }: QuotaOptions): Quota {
  const bucketsOf = (kind: RequestKind, points: number) => ({
    account: store({ keyPrefix: `${kind}:account`, points, duration: KEPT_S }),
    project: store({ keyPrefix: `${kind}:project`, points: points * ACCOUNTS_A_PROJECT, duration: KEPT_S }),
  })
  const buckets = { read: bucketsOf('read', readsPerMinute), write: bucketsOf('write', writesPerMinute) }
  const keyOf = (owner: string) => `${Math.floor(now().getTime() / MINUTE_MS)}:${owner}`
  const untilNextMinuteMs = () => MINUTE_MS - (now().getTime() % MINUTE_MS)

  async function hasTaken({ account, kind }: Requester): Promise<boolean> {
    const ofAccount = keyOf(account.name)
    if (!(await isLeft(buckets[kind].account.consume(ofAccount)))) return false
    if (await isLeft(buckets[kind].project.consume(keyOf(account.project)))) return true
    await buckets[kind].account.reward(ofAccount)
    return false
  }

  async function firstWithSlot({ accounts, kind }: Pick<SlotWanted, 'accounts' | 'kind'>) {
    for (const account of accounts) if (await hasTaken({ account, kind })) return account
    return undefined
  }

  return {
    async take({ accounts, kind, signal, onWait }) {
      for (;;) {
        const account = await firstWithSlot({ accounts, kind })
        if (account) return account
        const durationMs = untilNextMinuteMs()
        onWait(new Date(now().getTime() + durationMs))
        await pause(durationMs, signal)
      }
    },
    async drain({ account, kind, exhausted }) {
      const owner = exhausted === 'account' ? account.name : account.project
      await buckets[kind][exhausted].block(keyOf(owner), KEPT_S)
    },
  }
}

/** A counter that is used up rejects, but not with an error. */
async function isLeft(consumed: Promise<RateLimiterRes>): Promise<boolean> {
  try {
    await consumed
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
    throw refusal
  }
}

import { MAX_EVERY_MINUTES } from '#contract/schedule-interval.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { AccountUse } from '#domain/runs/attempt-record.ts'
import type { QuotaLimits } from './quota-limits.ts'
import { usedLimit } from './request-bucket.ts'

/** A task that runs at an interval. */
export interface IntervalUse {
  readonly everyMinutes: number
  /** Use of quota by its last run; undefined for a task without a run. */
  readonly accounts: readonly AccountUse[] | undefined
  /** Whether the task is among the saved tasks. */
  readonly isSaved: boolean
}

type Requests = 'reads' | 'writes'

/** Requests per minute that intervals need of a quota. */
export interface Load {
  readonly kind: 'account' | 'project'
  readonly name: string
  readonly requests: Requests
  readonly perMinute: number
  /** Requests per minute for the tasks being saved. */
  readonly ofSaved: number
  readonly available: number
}

/** A run without differences reads the source and the target once. */
const READS_OF_UNKNOWN = 2

/**
 * Warns about intervals that need more requests than a quota allows, and names a schedule that would fit; undefined if they
 * fit. Larger copies need more requests, so leave some room.
 */
export function intervalWarning(uses: readonly IntervalUse[], limits: QuotaLimits): string | undefined {
  const saved = uses.filter(({ isSaved }) => isSaved)
  const everyMinutes = saved[0]?.everyMinutes
  const worst = intervalLoads(uses, limits)
    .filter(({ perMinute, available, ofSaved }) => perMinute > available && ofSaved > 0)
    .reduce<Load | undefined>(
      (one, other) => (one && computeExcess(one) >= computeExcess(other) ? one : other),
      undefined,
    )
  if (!worst || everyMinutes === undefined) return undefined
  const { perMinute, ofSaved, requests, available } = worst
  const these = saved.length === 1 ? 'This task' : `These ${pluralize(saved.length, 'task')}`
  const every = everyMinutes === 1 ? 'every minute' : `every ${everyMinutes} minutes`
  const need = `${these} ${every} ${saved.length === 1 ? 'needs' : 'need'} ${rounded(ofSaved)} ${requests} a minute`
  const others = perMinute - ofSaved
  const withOthers = others > 0 ? `, and the other intervals ${rounded(others)}` : ''
  return `${need}${withOthers}; you have ${available} (${quotaName(worst)}). ${whatFits(worst, everyMinutes)}`
}

function computeExcess({ perMinute, available }: Load): number {
  return perMinute / available
}

function whatFits({ perMinute, ofSaved, available }: Load, everyMinutes: number): string {
  const left = available - (perMinute - ofSaved)
  const fitting = roundedUp((ofSaved * everyMinutes) / left)
  if (left > 0 && fitting <= MAX_EVERY_MINUTES) return `Every ${fitting} minutes would fit.`
  return `All intervals ${(roundedUp((perMinute / available) * 10) / 10).toFixed(1)} times as long would fit.`
}

function quotaName({ kind, name }: Load): string {
  if (name === '') return 'of one account'
  return kind === 'account' ? `of ${name}` : `of the Cloud project ${name}`
}

function rounded(count: number): string {
  return roundedUp(count).toLocaleString('en-US')
}

/** Decimal places of a sum. Rounding errors of fractions are smaller. */
const EXACT_DIGITS = 6

function roundedUp(count: number): number {
  return Math.ceil(Number(count.toFixed(EXACT_DIGITS)))
}

/** Requests per minute that intervals need of each quota. Tasks without a run count for the most used account. */
export function intervalLoads(uses: readonly IntervalUse[], limits: QuotaLimits): Load[] {
  const known = uses.flatMap(({ accounts = [], ...task }) => accounts.map((use) => ({ ...task, use })))
  const most = mostUsed(known.map(({ use }) => use))
  const unknown = uses
    .filter(({ accounts }) => accounts === undefined)
    .map((task) => ({ ...task, use: { ...most, reads: READS_OF_UNKNOWN, writes: 0 } }))
  const available = {
    account: { reads: usedLimit(limits.readsPerMinute), writes: usedLimit(limits.writesPerMinute) },
    project: { reads: usedLimit(limits.projectReadsPerMinute), writes: usedLimit(limits.projectWritesPerMinute) },
  }
  const loads = new Map<string, Load>()
  for (const { everyMinutes, isSaved, use } of [...known, ...unknown]) {
    for (const kind of ['account', 'project'] as const) {
      for (const requests of ['reads', 'writes'] as const) {
        const name = use[kind]
        const key = JSON.stringify([kind, name, requests])
        const { perMinute = 0, ofSaved = 0 } = loads.get(key) ?? {}
        const more = use[requests] / everyMinutes
        loads.set(key, {
          kind,
          name,
          requests,
          perMinute: perMinute + more,
          ofSaved: ofSaved + (isSaved ? more : 0),
          available: available[kind][requests],
        })
      }
    }
  }
  return [...loads.values()]
}

function mostUsed(uses: readonly AccountUse[]): Pick<AccountUse, 'account' | 'project'> {
  const reads = new Map<string, number>()
  for (const { account, reads: count } of uses) reads.set(account, (reads.get(account) ?? 0) + count)
  const none = { account: '', project: '' }
  return uses.reduce<Pick<AccountUse, 'account' | 'project'>>(
    (one, other) => ((reads.get(other.account) ?? 0) > (reads.get(one.account) ?? 0) ? other : one),
    none,
  )
}

import type { Freshness, FreshnessState } from '#contract/freshness.ts'
import { describeFreshnessCause } from '#domain/freshness/cause-text.ts'
import { formatShortTime } from '../lib/format.ts'

interface Moment {
  nowMs: number
  timezone: string | undefined
}

/** The state at a moment: a page that stays open learns of a copy, but not that time has passed. */
export function freshnessNow({ state, due_at }: Pick<Freshness, 'state' | 'due_at'>, nowMs: number): FreshnessState {
  return due_at !== null && Date.parse(due_at) <= nowMs ? 'late' : state
}

/** `Late since 07:30: its run is held` */
export function freshnessText(freshness: Freshness, moment: Moment): string {
  const { due_at, cause } = freshness
  const why = cause === null ? '' : `: ${describeFreshnessCause(cause)}`
  if (due_at === null) return `Not copied yet${why}`
  const time = formatShortTime(due_at, { ...moment, hasSeconds: false })
  const words = { fresh: `Fresh until ${time}`, due: `Due by ${time}${why}`, late: `Late since ${time}${why}` }
  return words[freshnessNow(freshness, moment.nowMs)]
}

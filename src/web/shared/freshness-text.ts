import type { Freshness } from '#contract/freshness.ts'
import { describeFreshnessCause } from '#domain/freshness/cause-text.ts'
import { formatShortTime } from '../lib/format.ts'
import { freshnessNow } from './freshness-now.ts'

interface Moment {
  nowMs: number
  timezone: string | undefined
}

/** Describes freshness: `Late since 07:30: its run is held`. */
export function freshnessText(freshness: Freshness, moment: Moment): string {
  const { due_at, cause } = freshness
  const why = cause === null ? '' : `: ${describeFreshnessCause(cause)}`
  if (due_at === null) return `Not copied yet${why}`
  const time = formatShortTime(due_at, { ...moment, hasSeconds: false })
  const words = { fresh: `Fresh until ${time}`, due: `Due by ${time}${why}`, late: `Late since ${time}${why}` }
  return words[freshnessNow(freshness, moment.nowMs)]
}

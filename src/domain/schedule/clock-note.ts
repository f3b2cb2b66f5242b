import { DAY_MS } from '#domain/time.ts'
import { occurrencesBetween, type PlannedOccurrence } from './occurrences.ts'
import type { ScheduleRule } from './schedule-rule.ts'

const LOOKAHEAD_MS = 366 * DAY_MS
/** Maximum times of a rule. A year of more times takes too long to compute while someone types. */
const MAX_TIMES = 12

/** Describes the effect of a clock change on an occurrence; undefined if there is none. */
export function clockNote({ date, time, clock, shownTime, isSkipped }: PlannedOccurrence): string | undefined {
  if (isSkipped) return `skipped on ${dayText(date)}: ${time} does not exist, and it runs at ${shownTime} anyway`
  if (clock === 'gap') return `runs at ${shownTime}: ${time} does not exist on ${dayText(date)}`
  return clock === 'fold' ? `runs once although ${time} occurs twice` : undefined
}

/** Finds the first occurrence within a year affected by a clock change. */
export function nextClockChange(
  rule: ScheduleRule,
  { now, timezone }: { now: Date; timezone: string },
): PlannedOccurrence | undefined {
  if (rule.times.length > MAX_TIMES) return undefined
  const until = new Date(now.getTime() + LOOKAHEAD_MS)
  return occurrencesBetween(rule, { after: now, until, timezone }).find(({ clock }) => clock !== 'normal')
}

function dayText(date: string): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${date}T00:00:00Z`))
}

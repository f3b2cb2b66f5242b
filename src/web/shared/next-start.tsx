import { useMemo } from 'react'
import { nextOccurrences } from '#domain/schedule/occurrences.ts'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../data/app-info.ts'
import { buildRule, type DayValues } from '../lib/schedule-values.ts'
import { useNow } from '../lib/use-now.ts'
import { nextStartText } from './next-start-text.ts'

interface Props {
  /** Comma-separated times. */
  times: string
  values: DayValues
  /** Interval in words, if it is set besides the times. */
  interval?: string | undefined
}

/** Shows the first run of an edited schedule; nothing while the schedule is invalid. */
export function NextStart({ times, values, interval }: Props) {
  const timezone = useAppInfo()?.timezone
  const rule = buildRule(times, values)
  if (!rule || !timezone) return null
  if (rule.times.length === 0) return interval ? `Runs ${interval}` : 'No schedule'
  return (
    <>
      <Start rule={rule} timezone={timezone} />
      {interval && `, and ${interval}`}
    </>
  )
}

function Start({ rule, timezone }: { rule: ScheduleRule; timezone: string }) {
  const nowMs = useNow(MINUTE_MS)
  const key = JSON.stringify([rule, timezone])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds the rule and the zone, whose objects change
  const first = useMemo(
    () => nextOccurrences(rule, { now: new Date(nowMs), count: 1, timezone }).find(({ isSkipped }) => !isSkipped),
    [key, nowMs],
  )
  return first ? nextStartText(first.at, { nowMs, timezone }) : null
}

import { useMemo } from 'react'
import { clockNote, nextClockChange } from '#domain/schedule/clock-note.ts'
import { nextOccurrences, type PlannedOccurrence } from '#domain/schedule/occurrences.ts'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import { timezoneName } from '#domain/schedule/timezone.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { formatOccurrence } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import classes from './next-occurrences.module.css'

const COUNT = 5

interface Props {
  rule: ScheduleRule
  timezone: string
}

/** Next runs of a schedule, with the effects of clock changes. */
export function NextOccurrences({ rule, timezone }: Props) {
  const nowMs = useNow(MINUTE_MS)
  const key = JSON.stringify([rule, timezone])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds the rule and the zone, whose objects change
  const { next, change } = useMemo(() => {
    const now = new Date(nowMs)
    const found = nextOccurrences(rule, { now, count: COUNT, timezone })
    const after = nextClockChange(rule, { now, timezone })
    const isListed = found.some(({ at, time }) => at.getTime() === after?.at.getTime() && time === after.time)
    return { next: found, change: isListed ? undefined : after }
  }, [key, nowMs])
  if (rule.times.length === 0) return <p className={classes.none}>No times yet.</p>
  return (
    <div className={classes.box}>
      <p className={classes.title}>Next runs, in {timezoneName(timezone)}</p>
      <ol className={classes.list} aria-label="Next runs">
        {next.map((occurrence) => (
          <Occurrence key={`${occurrence.date} ${occurrence.time}`} occurrence={occurrence} timezone={timezone} />
        ))}
      </ol>
      {change && (
        <p className={classes.note}>
          Next change of the clocks: {formatOccurrence(change.at, { timezone })}, {clockNote(change)}
        </p>
      )}
    </div>
  )
}

function Occurrence({ occurrence, timezone }: { occurrence: PlannedOccurrence; timezone: string }) {
  const note = clockNote(occurrence)
  const { at, isSkipped } = occurrence
  return (
    <li>
      {isSkipped ? note : <time dateTime={at.toISOString()}>{formatOccurrence(at, { timezone })}</time>}
      {!isSkipped && note && <span className={classes.note}> {note}</span>}
    </li>
  )
}

import { lazy, Suspense, useState } from 'react'
import type { ScheduledEntry } from '#contract/schedule.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { formatOccurrence } from '../../lib/format.ts'
import { ExactTime } from '../../shared/exact-time.tsx'
import { listTimes } from './describe-cron.ts'
import classes from './scheduled-tasks.module.css'

const NextOccurrences = lazy(async () => ({
  default: (await import('../../shared/next-occurrences.tsx')).NextOccurrences,
}))

/** The next run of an entry with its day. Opens to the runs after it. */
export function NextRuns({ entry }: { entry: ScheduledEntry }) {
  const timezone = useAppInfo()?.timezone
  const [isOpen, setIsOpen] = useState(false)
  if (entry.next_run_at === null) return null
  const next = (
    <span>
      Next run{' '}
      <ExactTime at={entry.next_run_at}>{formatOccurrence(new Date(entry.next_run_at), { timezone })}</ExactTime>
    </span>
  )
  const { schedule_days: scheduleDays, paused_until: pausedUntil, holidays } = entry
  // An interval has too many times to list, and the entry's comment describes it in words.
  const times = entry.every_minutes === null ? listTimes(entry.schedule) : []
  const rule = { times, scheduleDays, pausedUntil, holidays }
  if (rule.times.length === 0 || timezone === undefined) return next
  return (
    <details className={classes.nextRuns} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{next}</summary>
      {isOpen && (
        <Suspense>
          <NextOccurrences rule={rule} timezone={timezone} />
        </Suspense>
      )}
    </details>
  )
}

import type { ScheduledEntry } from '#contract/schedule.ts'
import { pluralize } from '#domain/pluralize.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { dateIn, formatDate } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import classes from './scheduled-tasks.module.css'

/** Rules that exclude days from an entry; most entries have no such rule. */
export function EntryDays({ entry }: { entry: ScheduledEntry }) {
  const timezone = useAppInfo()?.timezone
  const today = dateIn(useNow(MINUTE_MS), { timezone })
  const { paused_until: pausedUntil } = entry
  const holidays = entry.holidays.filter((date) => date >= today)
  const isPaused = pausedUntil !== null && pausedUntil > today
  if (!isPaused && holidays.length === 0) return null
  return (
    <span className={classes.details}>
      {isPaused && <span>Paused until {formatDate(pausedUntil, { timezone: 'UTC' })}</span>}
      {holidays.length > 0 && <span title={holidays.join(', ')}>{pluralize(holidays.length, 'holiday')} to come</span>}
    </span>
  )
}

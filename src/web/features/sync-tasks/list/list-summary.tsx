import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { api } from '#contract/api.ts'
import type { Reply } from '#contract/route.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import { roundDuration } from '#domain/duration.ts'
import { timezoneName } from '#domain/schedule/timezone.ts'
import { SECOND_MS } from '#domain/time.ts'
import { useAppInfo, useHasExtraCalls, useMayHaveExtraCalls } from '../../../data/app-info.ts'
import { forecastQuery } from '../../../data/runs.ts'
import { formatCount } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { StatusDot } from '../../../shared/status-dot.tsx'
import { statusLabel } from '../../../shared/task-tone.ts'
import { AccessCheck } from './access-check.tsx'
import { summarizeStatuses } from './status-counts.ts'
import classes from './task-list.module.css'

interface Props {
  total: number
  filtered: number
  /** The status of all tasks, on all pages. */
  progress: readonly TaskProgress[]
  /** Whether one of those on the page is held. */
  hasHeld: boolean
}

/** The zone of all times on the cards, which do not repeat it, what Run All would take, and the check of their access. */
export function TimesZone() {
  const timezone = useAppInfo()?.timezone
  return (
    <p className={classes.zone}>
      {timezone && <span>Times in {timezoneName(timezone)}</span>}
      <AccessCheck />
      <Forecast />
    </p>
  )
}

/**
 * The estimate for Run All on one line, or how far it is; Settings has all of it. Its space is reserved before it has loaded.
 */
function Forecast() {
  const { data } = useQuery({ ...forecastQuery(), enabled: useHasExtraCalls() })
  if (!useMayHaveExtraCalls()) return null
  const text = data && (data.in_progress ? runAllProgress(data.in_progress) : data.text)
  return (
    <span className={classes.forecast}>
      {text && (
        <Link to={paths.settings} title={text}>
          Run All: {text}
        </Link>
      )}
    </span>
  )
}

type InProgress = NonNullable<Reply<typeof api.runs.forecast>['in_progress']>

/** '88 of 200, about 1 min left' */
function runAllProgress({ done, total, seconds_left }: InProgress): string {
  const count = `${formatCount(done)} of ${formatCount(total)}`
  return seconds_left === null ? count : `${count}, about ${roundDuration(seconds_left * SECOND_MS)} left`
}

/** The number of tasks, in total, after filtering and by status. */
export function ListSummary({ total, filtered, progress, hasHeld }: Props) {
  const { shown, hasManyMore } = summarizeStatuses(progress)
  const inactive = progress.filter(({ is_active }) => !is_active).length
  return (
    <p className={classes.summary}>
      <span>
        {total} total, {filtered} filtered
      </span>
      {shown.map(({ status, count }) => (
        <span key={status} className={classes.count}>
          <StatusDot status={status} />
          {count} {statusLabel(status)}
        </span>
      ))}
      <span>
        {inactive} inactive{hasManyMore && ' ...'}
      </span>
      {hasHeld && (
        <Anchor component={Link} to={paths.heldTasks} size="sm">
          Held tasks
        </Anchor>
      )}
    </p>
  )
}

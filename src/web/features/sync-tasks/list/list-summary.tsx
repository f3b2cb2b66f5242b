import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { TaskProgress } from '#contract/task-progress.ts'
import { paths } from '../../../lib/paths.ts'
import { StatusDot } from '../../../shared/status-dot.tsx'
import { statusLabel } from '../../../shared/task-tone.ts'
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

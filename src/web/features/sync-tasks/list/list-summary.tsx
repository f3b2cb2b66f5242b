import type { TaskProgress } from '#contract/task.ts'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { statusLabel } from '../../../ui/task-tone.ts'
import { summarizeStatuses } from './status-counts.ts'
import classes from './task-list.module.css'

interface Props {
  total: number
  filtered: number
  /** The state of every task, on whatever page. */
  progress: readonly TaskProgress[]
}

/** How many tasks there are, how many are shown, and how they fare. */
export function ListSummary({ total, filtered, progress }: Props) {
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
    </p>
  )
}

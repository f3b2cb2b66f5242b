import type { TaskStatus } from '#contract/task-progress.ts'
import classes from './status.module.css'
import { StatusDot } from './status-dot.tsx'
import { type EndedRun, statusLabel, toneOfStatus } from './task-tone.ts'

interface Props {
  status: TaskStatus
  /** Details about the end of the run, for a more precise label than the status. */
  ended?: EndedRun
}

/** A task's status as a colored label. */
export function StatusBadge({ status, ended }: Props) {
  return (
    <span className={classes.badge} data-tone={toneOfStatus(status)}>
      <StatusDot status={status} />
      {statusLabel(status, ended)}
    </span>
  )
}

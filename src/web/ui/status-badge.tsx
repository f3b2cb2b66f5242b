import type { TaskStatus } from '#contract/task-progress.ts'
import classes from './status.module.css'
import { StatusDot } from './status-dot.tsx'
import { statusLabel, toneOfStatus } from './task-tone.ts'

/** A task's status as a colored label. */
export function StatusBadge({ status }: { status: TaskStatus }) {
  return (
    <span className={classes.badge} data-tone={toneOfStatus(status)}>
      <StatusDot status={status} />
      {statusLabel(status)}
    </span>
  )
}

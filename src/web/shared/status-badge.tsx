import type { TaskStatus } from '#contract/task-progress.ts'
import classes from './status.module.css'
import { StatusDot } from './status-dot.tsx'
import { statusLabel, toneOfStatus } from './task-tone.ts'

interface Props {
  status: TaskStatus
  /** The run read no cells, because nobody had edited either file. */
  isSkipped?: boolean
}

/** A task's status as a colored label. */
export function StatusBadge({ status, isSkipped = false }: Props) {
  return (
    <span className={classes.badge} data-tone={toneOfStatus(status)}>
      <StatusDot status={status} />
      {statusLabel(status, isSkipped)}
    </span>
  )
}

import type { TaskStatus } from '#contract/task-progress.ts'
import classes from './status.module.css'
import { toneOfStatus } from './task-tone.ts'

/** A colored dot next to a status label; it pulses while the task is running. */
export function StatusDot({ status }: { status: TaskStatus }) {
  return (
    <span
      className={classes.dot}
      data-tone={toneOfStatus(status)}
      data-live={status === 'Running' || undefined}
      aria-hidden
    />
  )
}

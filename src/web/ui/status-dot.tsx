import type { TaskStatus } from '#contract/task.ts'
import classes from './status.module.css'
import { toneOfStatus } from './task-tone.ts'

/** A coloured dot beside words that name the status; it pulses while something runs. */
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

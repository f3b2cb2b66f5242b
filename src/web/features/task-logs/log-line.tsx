import type { TaskLog } from '#contract/task-log.ts'
import { toneOfLevel } from '../../ui/task-tone.ts'
import classes from './log-line.module.css'

/** One line of a task's log: time, level and message. */
export function LogLine({ log }: { log: TaskLog }) {
  return (
    <span className={classes.line}>
      <time className={classes.time} dateTime={log.timestamp}>
        {log.formatted_timestamp}
      </time>
      <span className={classes.level} data-tone={toneOfLevel(log.level)}>
        {log.level}
      </span>
      <span className={classes.message}>{log.message}</span>
    </span>
  )
}

import type { TaskLog } from '#contract/task-log.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { formatDateTime } from '../../lib/format.ts'
import { toneOfLevel } from '../../ui/task-tone.ts'
import classes from './log-line.module.css'

/** One line of a task's log: time, level and message. */
export function LogLine({ log }: { log: TaskLog }) {
  const timezone = useAppInfo()?.timezone
  return (
    <span className={classes.line}>
      <time className={classes.time} dateTime={log.timestamp}>
        {log.formatted_timestamp || formatDateTime(log.timestamp, { timezone })}
      </time>
      <span className={classes.level} data-tone={toneOfLevel(log.level)}>
        {log.level}
      </span>
      <span className={classes.message}>{log.message}</span>
    </span>
  )
}

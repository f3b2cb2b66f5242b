import { Link } from 'react-router'
import type { TaskLog } from '#contract/task-log.ts'
import { useAppInfo } from '../data/app-info.ts'
import { formatDateTime } from '../lib/format.ts'
import classes from './log-line.module.css'
import { toneOfLevel } from './task-tone.ts'

/** Line of a task's log: time, level and message, with a link to its run. */
export function LogLine({ log, runPath }: { log: TaskLog; runPath?: string | undefined }) {
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
      {runPath !== undefined && (
        <Link className={classes.run} to={runPath}>
          Run {log.run_id}
        </Link>
      )}
    </span>
  )
}

import type { TaskLog } from '#contract/task-log.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { formatShortTime } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ExactTime } from '../../../shared/exact-time.tsx'
import { toneOfLevel } from '../../../shared/task-tone.ts'
import classes from './task-state.module.css'

/** A line of a task's log. Cards cut it off after one line, or after three if the task failed. */
export function LatestLog({ log }: { log: TaskLog | null }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  if (!log) return <p className={classes.log}>No logs available.</p>
  return (
    <p
      className={classes.log}
      data-tone={toneOfLevel(log.level)}
      title={`${log.level} ${log.message} (${log.formatted_timestamp || log.timestamp})`}
    >
      <b className={classes.level} data-tone={toneOfLevel(log.level)}>
        {log.level}
      </b>
      <span className={classes.message}>{log.message}</span>
      <ExactTime className={classes.logTime} at={log.timestamp}>
        {formatShortTime(log.timestamp, { nowMs, timezone }) || log.formatted_timestamp}
      </ExactTime>
    </p>
  )
}

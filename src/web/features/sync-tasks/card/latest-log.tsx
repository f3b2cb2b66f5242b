import type { TaskLog } from '#contract/task-log.ts'
import { useAppInfo } from '../../../lib/app-info.ts'
import { formatShortTime } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { toneOfLevel } from '../../../ui/task-tone.ts'
import classes from './task-card.module.css'

const RENEW_MS = 60_000

/** The last line of a task's log. */
export function LatestLog({ log }: { log: TaskLog | null }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(RENEW_MS)
  if (!log) return <p className={classes.log}>No logs available.</p>
  return (
    <p className={classes.log} title={`${log.level} ${log.message} (${log.formatted_timestamp})`}>
      <b className={classes.level} data-tone={toneOfLevel(log.level)}>
        {log.level}
      </b>
      <span className={classes.cut}>{log.message}</span>
      <time className={classes.logTime} dateTime={log.timestamp}>
        {formatShortTime(log.timestamp, { nowMs, ...(timezone && { timezone }) })}
      </time>
    </p>
  )
}

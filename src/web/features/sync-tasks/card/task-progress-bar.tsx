import type { Task } from '#contract/task.ts'
import { useAppInfo } from '../../../lib/app-info.ts'
import { formatShortTime } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { percentDone, progressText } from './progress-text.ts'
import classes from './task-card.module.css'

const RENEW_MS = 60_000

/** How far a run is, what it waits for, and who started it when. */
export function TaskProgressBar({ task, title }: { task: Task; title: string }) {
  const isRunning = task.task_status === 'Running'
  const percent = isRunning ? percentDone(task) : undefined
  const text = progressText(task)
  const next = useNextRun(task)
  return (
    <div>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={`Progress of ${title}`}
        aria-valuetext={text}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-live={isRunning || undefined}
      >
        <div style={{ width: `${percent ?? (task.task_status === 'Success' ? 100 : 0)}%` }} />
      </div>
      <div className={classes.line}>
        <span className={classes.cut} title={text}>
          {next ?? text}
        </span>
        {task.last_triggered && (
          <span className={classes.triggered} title={`Last triggered by ${task.last_triggered.triggered_by}`}>
            <span className={classes.cut}>{task.last_triggered.triggered_by.split('@')[0]}</span>,{' '}
            <RelativeTime at={task.last_triggered.time} />
          </span>
        )}
      </div>
    </div>
  )
}

/** When the schedule runs an idle task next, in the schedule's zone. */
function useNextRun({ running_status, waiting_for, next_run_at }: Task): string | undefined {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(RENEW_MS)
  if (running_status || waiting_for !== null || next_run_at === null) return undefined
  return `Next run ${formatShortTime(next_run_at, { nowMs, hasSeconds: false, ...(timezone && { timezone }) })}`
}

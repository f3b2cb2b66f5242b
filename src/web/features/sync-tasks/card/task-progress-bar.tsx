import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import { paths } from '../../../lib/paths.ts'
import { NextRun } from '../../../ui/next-run.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { toneOfStatus } from '../../../ui/task-tone.ts'
import { actionNeeded, percentDone, progressText } from './progress-text.ts'
import classes from './task-card.module.css'

/** The progress of a task, what it waits for or needs from the user, and who triggered it when. */
export function TaskProgressBar({ task, title }: { task: Task; title: string }) {
  const isRunning = task.task_status === 'Running'
  const percent = isRunning ? percentDone(task) : undefined
  const text = progressText(task)
  const action = actionNeeded(task)
  return (
    <div>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={`Progress of ${title}`}
        aria-valuetext={action ?? text}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-live={isRunning || undefined}
      >
        <div style={{ width: `${percent ?? (task.task_status === 'Success' ? 100 : 0)}%` }} />
      </div>
      {action && (
        <Link className={classes.actionNeeded} to={paths.taskLogs(task.id)} data-tone={toneOfStatus(task.task_status)}>
          {action}
        </Link>
      )}
      <div className={classes.line}>
        {isIdle(task) && task.next_run_at !== null ? (
          <NextRun className={classes.truncated} at={task.next_run_at} />
        ) : (
          <span className={classes.truncated} title={text}>
            {text}
          </span>
        )}
        <Triggered by={task.last_triggered} />
      </div>
    </div>
  )
}

function isIdle({ running_status, waiting_for }: Task): boolean {
  return !running_status && waiting_for === null
}

function Triggered({ by }: { by: Task['last_triggered'] }) {
  if (!by) return null
  return (
    <span className={classes.triggered} title={`Last triggered by ${by.triggered_by}`}>
      <span className={classes.truncated}>{by.triggered_by}</span>, <RelativeTime at={by.time} />
    </span>
  )
}

import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { Task } from '#contract/task.ts'
import { isInProgress } from '#domain/runs/run-status.ts'
import { SECOND_MS } from '#domain/time.ts'
import { formatElapsed } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useNow } from '../../../lib/use-now.ts'
import { NextRun } from '../../../shared/next-run.tsx'
import { RelativeTime } from '../../../shared/relative-time.tsx'
import { toneOfStatus } from '../../../shared/task-tone.ts'
import { LatestLog } from './latest-log.tsx'
import { actionNeeded, percentDone, progressText } from './progress-text.ts'
import classes from './task-state.module.css'

// Loaded lazily: few cards need the button.
const FixButton = lazy(async () => ({ default: (await import('../../../shared/fix-button.tsx')).FixButton }))

interface Props {
  task: Task
  name: string
  /** Whether the card is on the task's own page, which already shows why the task is held. */
  isOnOwnPage: boolean
}

/** The task's progress, the reason it waits or needs the user, and when it ran. */
export function TaskState({ task, name, isOnOwnPage }: Props) {
  const isRunning = task.task_status === 'Running'
  const percent = isRunning ? percentDone(task) : undefined
  const text = progressText(task)
  const action = isOnOwnPage && task.hold ? undefined : actionNeeded(task)
  return (
    <div className={classes.state}>
      {action && (
        <Link
          className={classes.actionNeeded}
          to={actionPath(task)}
          data-tone={toneOfStatus(task.task_status)}
          title={action}
        >
          {action}
        </Link>
      )}
      {!action && hasAccessProblem(task) && (
        <p className={classes.accessProblem} title={task.access_problem ?? undefined}>
          Access check: {task.access_problem}
        </p>
      )}
      <p className={classes.now} data-busy={task.running_status || undefined} title={text}>
        {isIdle(task) && task.next_run_at !== null ? <NextRun at={task.next_run_at} /> : text}
      </p>
      <div
        className={classes.bar}
        data-live={isRunning || undefined}
        {...(task.running_status && {
          role: 'progressbar',
          'aria-label': `Progress of ${name}`,
          'aria-valuetext': text,
          'aria-valuemin': 0,
          'aria-valuemax': 100,
          'aria-valuenow': percent,
        })}
      >
        <div className={classes.done} data-tone="orange" style={{ width: `${percent ?? 0}%` }} />
      </div>
      <LatestLog log={task.latest_log} />
      {task.fix_action && (
        <Suspense fallback={null}>
          <FixButton action={task.fix_action} />
        </Suspense>
      )}
      <Timing task={task} />
    </div>
  )
}

/** Path to the page where the user can act. For a blocked task, this is the task that blocked it. */
function actionPath({ id, hold, not_run_because: stopper }: Task): string {
  if (hold) return paths.heldTasks
  return stopper ? paths.task(stopper.id) : paths.taskLogs(id)
}

function hasAccessProblem({ is_active, running_status, access_problem }: Task): boolean {
  return is_active && !running_status && access_problem !== null
}

function isIdle({ running_status, waiting_for }: Task): boolean {
  return !running_status && waiting_for === null
}

function Timing({ task }: { task: Task }) {
  const { last_triggered: triggered } = task
  return (
    <dl className={classes.timing}>
      <div className={classes.triggered}>
        <dt>Last triggered</dt>
        <dd title={triggered ? `Last triggered by ${triggered.triggered_by}` : undefined}>
          {triggered ? (
            <>
              <RelativeTime at={triggered.time} /> by {triggered.triggered_by}
            </>
          ) : (
            '-'
          )}
        </dd>
      </div>
      <div>
        <dt>Last success</dt>
        <dd>
          <RelativeTime at={task.last_successful_run} empty="Never" />
        </dd>
      </div>
      <div>
        <dt>Elapsed</dt>
        <dd>{task.running_status ? <RunningElapsed task={task} /> : formatElapsed(task.total_elapsed_seconds)}</dd>
      </div>
    </dl>
  )
}

/** Time elapsed since the start of the run. While the start is unknown, shows the reported time. */
function RunningElapsed({ task }: { task: Task }) {
  const nowMs = useNow(SECOND_MS)
  const run = task.recent_runs.at(-1)
  if (!run?.started_at || !isInProgress(run.status)) return formatElapsed(task.total_elapsed_seconds)
  return formatElapsed((nowMs - Date.parse(run.started_at)) / SECOND_MS)
}

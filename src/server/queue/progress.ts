import type { TaskProgress } from '#contract/task-progress.ts'
import { isLost, type RunState, type Situation, situationAt } from '#domain/admission/situation.ts'
import { prerequisitesCount, waitingReason } from '#domain/admission/waiting.ts'
import { isInProgress } from '#domain/runs/run-status.ts'
import { secondsLeft } from '#domain/runs/seconds-left.ts'
import { type CurrentRun, listCurrentRuns } from '#server/runs/current-runs.ts'
import { readSnapshot } from '#server/runs/run-snapshot.ts'
import type { Orm } from '#server/storage/database.ts'

interface Wanted {
  taskIds: readonly number[] | 'all'
  now: Date
  timezone: string
}

/** Reads the progress of tasks and what they wait for, by task ID. */
export async function readProgress(orm: Orm, { taskIds, now, timezone }: Wanted): Promise<Map<number, TaskProgress>> {
  const currentRuns = await listCurrentRuns(orm, taskIds)
  const situation = situationAt(await readSnapshot(orm, taskIds === 'all' ? 'all' : { taskIds }), now)
  const runByTask = new Map(situation.runs.map((run) => [run.taskId, run]))
  return new Map(
    currentRuns.map((current) => {
      const run = runByTask.get(current.taskId)
      const waitingFor = run ? waitingReason(run, { situation, timezone }) : null
      return [current.taskId, presentProgress({ current, run, waitingFor, situation })]
    }),
  )
}

interface ProgressOf {
  current: CurrentRun
  /** Undefined once the run has ended. */
  run: RunState | undefined
  waitingFor: string | null
  situation: Situation
}

function presentProgress({ current, run, waitingFor, situation }: ProgressOf): TaskProgress {
  const status = current.status ?? 'Pending'
  const rows = run && isBetweenAttempts(run, situation.now) ? null : current
  return {
    sync_task_type_id: current.typeId,
    is_active: current.isActive,
    running_status: isInProgress(status),
    task_status: status,
    rows_done: rows?.rowsDone ?? null,
    rows_total: rows?.rowsTotal ?? null,
    seconds_left: rows && status === 'Running' ? secondsLeft({ ...rows, now: situation.now }) : null,
    waiting_for: waitingFor,
    prerequisites_count: prerequisitesCount({ typeId: current.typeId, run }, situation),
  }
}

/** Whether the run waits for its next attempt. That attempt starts from the first row, so recorded rows no longer count. */
function isBetweenAttempts(run: RunState, now: Date): boolean {
  return run.status === 'Failed' || isLost(run, now)
}

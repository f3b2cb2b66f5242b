import type { TaskProgress } from '#contract/task.ts'
import { type Situation, situationAt } from '#domain/admission/situation.ts'
import { prerequisitesCount, waitingReason } from '#domain/admission/waiting.ts'
import { isInProgress } from '#domain/runs/run-status.ts'
import { secondsLeft } from '#domain/runs/seconds-left.ts'
import { type CurrentRun, listCurrentRuns } from '#server/runs/current-runs.ts'
import { readSnapshot } from '#server/runs/run-snapshot.ts'
import type { Orm } from '#server/storage/database.ts'

/** The progress of tasks and what they wait for, by task id. */
export async function readProgress(
  orm: Orm,
  { taskIds, now, timezone }: { taskIds: readonly number[] | 'all'; now: Date; timezone: string },
): Promise<Map<number, TaskProgress>> {
  const currentRuns = await listCurrentRuns(orm, taskIds)
  const situation = situationAt(await readSnapshot(orm, taskIds === 'all' ? 'all' : { taskIds }), now)
  const runByTask = new Map(situation.runs.map((run) => [run.taskId, run]))
  const waitingFor = (taskId: number) => {
    const run = runByTask.get(taskId)
    return run ? waitingReason(run, { situation, timezone }) : null
  }
  return new Map(
    currentRuns.map((run) => [run.taskId, presentProgress({ run, waitingFor: waitingFor(run.taskId), situation })]),
  )
}

function presentProgress({
  run,
  waitingFor,
  situation,
}: {
  run: CurrentRun
  waitingFor: string | null
  situation: Situation
}): TaskProgress {
  const status = run.status ?? 'Pending'
  return {
    sync_task_type_id: run.typeId,
    is_active: run.isActive,
    running_status: isInProgress(status),
    task_status: status,
    rows_done: run.rowsDone,
    rows_total: run.rowsTotal,
    seconds_left: status === 'Running' ? secondsLeft({ ...run, now: situation.now }) : null,
    waiting_for: waitingFor,
    prerequisites_count: prerequisitesCount(run.typeId, situation),
  }
}

import { eq, inArray } from 'drizzle-orm'
import type { TaskProgress } from '#contract/task.ts'
import { type Situation, situationAt } from '#domain/admission/situation.ts'
import { prerequisitesCount, waitingFor } from '#domain/admission/waiting.ts'
import { isInProgress } from '#domain/runs/run-state.ts'
import { secondsLeft } from '#domain/runs/seconds-left.ts'
import { readSnapshot } from '#server/runs/run-snapshot.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs, tasks } from '#server/storage/schema.ts'

/** How far tasks are and what they wait for, by the task's id; of all tasks when none are named. */
export async function readProgress(
  orm: Orm,
  { taskIds, now, timezone }: { taskIds: readonly number[] | undefined; now: Date; timezone: string },
): Promise<Map<number, TaskProgress>> {
  const rows = await selectTasks(orm, taskIds)
  const situation = situationAt(await readSnapshot(orm, taskIds ? { taskIds } : 'all'), now)
  const runByTask = new Map(situation.runs.map((run) => [run.taskId, run]))
  const waitingOf = (taskId: number) => {
    const run = runByTask.get(taskId)
    return run ? waitingFor(run, { situation, timezone }) : null
  }
  return new Map(rows.map((row) => [row.taskId, presentProgress({ row, waiting: waitingOf(row.taskId), situation })]))
}

async function selectTasks(orm: Orm, taskIds: readonly number[] | undefined) {
  return await orm
    .select({
      taskId: tasks.id,
      typeId: tasks.taskTypeId,
      isActive: tasks.isActive,
      status: runs.status,
      rowsDone: runs.rowsDone,
      rowsTotal: runs.rowsTotal,
      phaseStartedAt: runs.phaseStartedAt,
    })
    .from(tasks)
    .leftJoin(runs, eq(runs.id, tasks.currentRunId))
    .where(taskIds && inArray(tasks.id, [...taskIds]))
}

type ProgressRow = Awaited<ReturnType<typeof selectTasks>>[number]

function presentProgress({
  row,
  waiting,
  situation,
}: {
  row: ProgressRow
  waiting: string | null
  situation: Situation
}): TaskProgress {
  const status = row.status ?? 'Pending'
  return {
    sync_task_type_id: row.typeId,
    is_active: row.isActive,
    running_status: isInProgress(status),
    task_status: status,
    rows_done: row.rowsDone,
    rows_total: row.rowsTotal,
    seconds_left: status === 'Running' ? secondsLeft({ ...row, now: situation.now }) : null,
    waiting_for: waiting,
    prerequisites_count: prerequisitesCount(row.typeId, situation),
  }
}

import { and, eq, isNull, max } from 'drizzle-orm'
import type { OverviewTask } from '#contract/overview-task.ts'
import { type HoldRow, holdColumns } from '#server/runs/holds.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { holds, runs } from '#server/storage/schema.ts'
import { overviewTaskColumns } from './overview-task.ts'
import { screenOrder } from './screen-order.ts'

export interface HeldTask {
  hold: HoldRow
  task: OverviewTask
  isActive: boolean
  /** Last run with this hold, if it is still in the history. */
  runId: number | null
}

/** Lists tasks with an open hold, by type and position. */
export async function listHeldTasks(orm: Orm): Promise<HeldTask[]> {
  const lastRun = orm
    .select({ holdId: runs.holdId, runId: max(runs.id).as('run_id') })
    .from(runs)
    .innerJoin(holds, and(eq(holds.id, runs.holdId), eq(holds.taskId, runs.taskId), isNull(holds.closedAt)))
    .groupBy(runs.holdId)
    .as('last_run')
  return await orm
    .select({ hold: holdColumns, task: overviewTaskColumns, isActive: tasks.isActive, runId: lastRun.runId })
    .from(holds)
    .innerJoin(tasks, eq(tasks.id, holds.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoin(lastRun, eq(lastRun.holdId, holds.id))
    .where(isNull(holds.closedAt))
    .orderBy(...screenOrder)
}

import { and, eq, gte, isNull, max, min, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { changeSets, runs } from '#server/storage/schema.ts'
import { screenOrder } from './screen-order.ts'

/** A run with changed cells, and the totals of its task's later runs. */
export interface ChangingRun {
  readonly taskId: number
  readonly taskName: string
  readonly runId: number
  readonly laterRuns: number
  /** Number of cell changes in this and all later runs. */
  readonly cells: number
  /** Whether this run is an undo. */
  readonly isUndo: boolean
}

/** Lists runs with changed cells, by type and position: the runs of a wave, or the last run of each task. */
export async function listChangingRuns(
  orm: Orm,
  selection: { readonly waveId: string } | { readonly taskIds: readonly number[] },
): Promise<ChangingRun[]> {
  const isChosen =
    'waveId' in selection
      ? and(eq(runs.waveId, selection.waveId), isNull(runs.undo))
      : isInList(changeSets.taskId, selection.taskIds)
  const runId = 'waveId' in selection ? min(changeSets.runId) : max(changeSets.runId)
  const chosen = orm
    .select({ taskId: changeSets.taskId, runId: sql<number>`${runId}`.as('first_run_id') })
    .from(changeSets)
    .innerJoin(runs, eq(runs.id, changeSets.runId))
    .where(isChosen)
    .groupBy(changeSets.taskId)
    .as('chosen')
  const sums = orm
    .select({
      taskId: chosen.taskId,
      runId: chosen.runId,
      laterRuns: sql<number>`(count(*) - 1)::int`.as('later_runs'),
      cells: sql<number>`sum(${changeSets.filled} + ${changeSets.changed} + ${changeSets.cleared})::int`.as('cells'),
    })
    .from(chosen)
    .innerJoin(changeSets, and(eq(changeSets.taskId, chosen.taskId), gte(changeSets.runId, chosen.runId)))
    .groupBy(chosen.taskId, chosen.runId)
    .as('sums')
  return await orm
    .select({
      taskId: tasks.id,
      taskName: tasks.name,
      runId: sums.runId,
      laterRuns: sums.laterRuns,
      cells: sums.cells,
      isUndo: sql<boolean>`${runs.undo} is not null`,
    })
    .from(sums)
    .innerJoin(tasks, eq(tasks.id, sums.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .innerJoin(runs, eq(runs.id, sums.runId))
    .orderBy(...screenOrder)
}

import { and, eq, gte, isNull, max, min, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { isOneOf } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { changeSets, runs } from '#server/storage/schema.ts'
import { screenOrder } from './screen-order.ts'

/** A run that changed its target, together with the later ones of its task. */
export interface ChangingRun {
  readonly taskId: number
  readonly taskName: string
  readonly runId: number
  readonly laterRuns: number
  /** Cells that these runs changed, each as often as it changed. */
  readonly cells: number
  /** The run is an undo itself. */
  readonly isUndo: boolean
}

/** The runs of a wave, or the last runs of tasks, that changed their targets, by type and position. */
export async function listChangingRuns(
  orm: Orm,
  which: { readonly waveId: string } | { readonly taskIds: readonly number[] },
): Promise<ChangingRun[]> {
  const isChosen =
    'waveId' in which
      ? and(eq(runs.waveId, which.waveId), isNull(runs.undo))
      : isOneOf(changeSets.taskId, which.taskIds)
  const runId = 'waveId' in which ? min(changeSets.runId) : max(changeSets.runId)
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

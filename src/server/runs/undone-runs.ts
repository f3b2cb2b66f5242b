import { and, eq, gte, isNotNull, isNull, lt } from 'drizzle-orm'
import { restoredRuns, undoOfRun } from '#domain/runs/restored-runs.ts'
import type { UndoneRuns } from '#server/last-copy/undone-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { changeSets, runs } from '#server/storage/schema.ts'
import { isSameTab } from './change-sets.ts'

type TakenBack = Pick<UndoneRuns, 'beforeRunId' | 'except'>

/** Finds the runs that an undo of undos restores. `runId` is the ID of this undo. */
export async function readUndoneRuns(
  tx: Orm,
  { taskId, runId, ...takenBack }: TakenBack & { taskId: number; runId: number },
): Promise<UndoneRuns> {
  const { beforeRunId } = takenBack
  const undos = await tx
    .select({ runId: runs.id, undo: runs.undo })
    .from(runs)
    .where(
      and(
        eq(runs.taskId, taskId),
        lt(runs.id, runId),
        isNotNull(runs.undo),
        isInList(runs.status, ['Success', 'Warning']),
      ),
    )
  const ended = undos.flatMap(({ undo, ...run }) => (undo ? [{ ...run, beforeRunId: undo.beforeRunId }] : []))
  const found = restoredRuns(ended, beforeRunId)
  if (found.fromRunId === beforeRunId) return { ...takenBack, restored: [], undoneAgain: [] }
  const copies = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.taskId, taskId), isNull(runs.undo), gte(runs.id, found.fromRunId), lt(runs.id, beforeRunId)))
  const { targetSsId, targetTab, sheetId } = changeSets
  const sets = await tx
    .select({ runId: changeSets.runId, targetSsId, targetTab, sheetId })
    .from(changeSets)
    .where(and(eq(changeSets.taskId, taskId), gte(changeSets.runId, found.fromRunId)))
  const setOf = new Map(sets.map((set) => [set.runId, set]))
  const isTakenBack = (copy: number): boolean => {
    const undo = undoOfRun(copy, found)
    const [set, own] = [setOf.get(copy), undo && setOf.get(undo.runId)]
    return undo !== undefined && (!set || !own || isSameTab(set, own))
  }
  const ids = copies.map(({ id }) => id)
  return {
    ...takenBack,
    restored: ids.filter((id) => !isTakenBack(id)),
    undoneAgain: ids.filter(isTakenBack),
  }
}

import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { regionFrom } from '#domain/copy/region.ts'
import type { LastTarget, TargetState } from '#domain/copy/target-state.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { allTasks, dataCopies, dataCopyRows, targetCopies } from '#server/storage/schema.ts'
import type { RecordedCopies } from './build-last-copy.ts'
import { isInRegion } from './place.ts'

/* State of the target after a task's last run. It is discarded before anything else is written there. */

interface Copied {
  task: typeof tasks.$inferSelect
  recorded: RecordedCopies
}

/**
 * Reads the state of the target. Undefined before the first run, and after a run that failed or could not verify the target.
 */
export async function readLastTarget(orm: Orm, { task, recorded }: Copied): Promise<LastTarget | undefined> {
  // No copy is recorded if the task has been pointed elsewhere since.
  if (!recorded.baseline || task.dataCopyId === null) return undefined
  const [copy] = await orm
    .select({ id: dataCopies.id, target: dataCopies.target, rowCount: dataCopies.rowCount })
    .from(dataCopies)
    .where(eq(dataCopies.id, task.dataCopyId))
  if (!copy?.target || copy.target.startRow !== task.startRow) return undefined
  if (copy.target.sheetId !== recorded.tabs.target?.sheetId) return undefined
  const { region = regionFrom(task.startRow) } = copy.target
  if (!isInRegion(task, region)) return undefined
  const { dataCopyId, rowNumber, cells } = dataCopyRows
  return {
    ...copy.target,
    rowCount: copy.rowCount,
    async readRows(first, count) {
      const rows = await orm
        .select({ cells })
        .from(dataCopyRows)
        .where(and(eq(dataCopyId, copy.id), gte(rowNumber, first), lt(rowNumber, first + count)))
        .orderBy(asc(rowNumber))
      return rows.map((row) => row.cells)
    },
  }
}

/** Saves the state after a run, next to its data copy. */
export async function saveLastTarget(
  tx: Orm,
  { taskId, state }: { taskId: number; state: TargetState },
): Promise<void> {
  const own = tx.select({ id: tasks.dataCopyId }).from(tasks).where(eq(tasks.id, taskId))
  await tx.update(dataCopies).set({ target: state }).where(inArray(dataCopies.id, own))
}

/** Before a write, forgets the states of all tasks with the same target tab, including deleted tasks. */
export async function forgetLastTargets(orm: Orm, tab: { spreadsheetId: string; sheetId: number }): Promise<void> {
  const { targetSsId, dataCopyId } = allTasks
  const sharing = orm.select({ id: dataCopyId }).from(allTasks).where(eq(targetSsId, tab.spreadsheetId))
  const isOfTab = sql`(${dataCopies.target} ->> 'sheetId')::integer = ${tab.sheetId}`
  const { left } = targetCopies
  const isHandedOut = and(eq(targetCopies.targetSsId, tab.spreadsheetId), eq(targetCopies.sheetId, tab.sheetId))
  await orm.execute(sql`
    with handed_out as (update ${targetCopies} set "left" = ${left} - 'state' where ${isHandedOut} and ${left} ? 'state')
    update ${dataCopies} set target = null where ${and(inArray(dataCopies.id, sharing), isOfTab)}`)
}

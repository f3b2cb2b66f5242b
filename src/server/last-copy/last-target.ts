import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { regionFrom } from '#domain/copy/region.ts'
import type { LastTarget, TargetState } from '#domain/copy/target-state.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { allTasks, dataCopies, dataCopyRows, targetCopies } from '#server/storage/schema.ts'
import type { RecordedCopies } from './build-last-copy.ts'
import { isInRegion } from './place.ts'

/* The state in which the last run of a task left its target. It is void once anything may have been written there since. */

interface Copied {
  task: typeof tasks.$inferSelect
  recorded: RecordedCopies
}

/** Undefined if unknown: before the first run, and after a run that failed or could not verify the target. */
export async function readLastTarget(orm: Orm, { task, recorded }: Copied): Promise<LastTarget | undefined> {
  // A task that copies elsewhere since has no last copy.
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

/** Saves the state a run left, next to its data copy. */
export async function saveLastTarget(
  tx: Orm,
  { taskId, state }: { taskId: number; state: TargetState },
): Promise<void> {
  const own = tx.select({ id: tasks.dataCopyId }).from(tasks).where(eq(tasks.id, taskId))
  await tx.update(dataCopies).set({ target: state }).where(inArray(dataCopies.id, own))
}

/** Forgets before a write the state that tasks, including deleted tasks, left in the same tab. */
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

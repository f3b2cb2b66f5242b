import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import type { tasks } from '#server/storage/live-tables.ts'
import { copyBaselines, rejectedCells } from '#server/storage/schema.ts'
import { copiedName, copiedSpreadsheet, type End, withName } from './place.ts'

type Task = Pick<typeof tasks.$inferSelect, 'id' | 'sourceSsId' | 'targetSsId'>

/** Reads the IDs of tabs the task has copied at one end, in the spreadsheet of its settings. */
export async function readCopiedTabs(orm: Orm, { task, end }: { task: Task; end: End }): Promise<Set<number>> {
  const copied = await orm
    .selectDistinct({ sheetId: copiedTabId(end) })
    .from(copyBaselines)
    .where(and(isInSpreadsheet(task, end), not(copyBaselines.wasUndone)))
  return new Set(copied.map(({ sheetId }) => sheetId))
}

interface RenamedTab {
  task: Task
  end: End
  /** ID of the tab, or the earlier name recorded in its copies. */
  tab: { sheetId: number } | { earlierName: string }
  /** New name of the tab in the task's settings. */
  name: string
}

/** Renames the tab in all records of its copies to the name in the task's settings. */
export async function renameCopies(tx: Orm, { task, end, tab, name }: RenamedTab): Promise<void> {
  const { place } = copyBaselines
  const isOfTab =
    'sheetId' in tab
      ? eq(copiedTabId(end), tab.sheetId)
      : sql`names_tab(${tab.earlierName}, ${copiedName(place, end)}, ${copyBaselines.baseline} -> ${end})`
  const isRenamed = and(isInSpreadsheet(task, end), isOfTab)
  const places = tx.select({ place }).from(copyBaselines).where(isRenamed)
  await tx
    .update(rejectedCells)
    .set({ place: withName(rejectedCells.place, { end, name }) })
    .where(and(eq(rejectedCells.taskId, task.id), inArray(rejectedCells.place, places)))
  await tx
    .update(copyBaselines)
    .set({ place: withName(place, { end, name }) })
    .where(isRenamed)
}

function isInSpreadsheet({ id, sourceSsId, targetSsId }: Task, end: End): SQL | undefined {
  const spreadsheetId = end === 'source' ? sourceSsId : targetSsId
  return and(eq(copyBaselines.taskId, id), eq(copiedSpreadsheet(copyBaselines.place, end), spreadsheetId))
}

function copiedTabId(end: End): SQL<number> {
  return sql`(${copyBaselines.baseline} -> ${end} ->> 'sheetId')::integer`
}

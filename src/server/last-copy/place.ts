import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isSameRegion, type Region } from '#domain/copy/region.ts'
import { storableText } from '#domain/copy/storable-text.ts'
import { findRegion } from '#domain/shape/shape.ts'
import type { LastTabs } from '#domain/tasks/last-tabs.ts'
import { movedField, placeFields } from '#domain/tasks/task-places.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { tabName } from '#server/storage/schema.ts'

/*
 * The place of a copy: its source and target, with the names of the tabs in the task at that time. Stored as a JSON list of
 * source spreadsheet, source tab, target spreadsheet, target tab and start row.
 */

export type Task = typeof tasks.$inferSelect

/** Source or target of a copy. */
export type End = keyof LastTabs

/** Columns of a table of tasks for the place of a task. */
export type TaskPlace = Readonly<
  Record<'sourceSsId' | 'sourceSheetName' | 'targetSsId' | 'targetSheetName' | 'startRow', SQLWrapper>
>

/** Position of each end's spreadsheet in a place. The name of the tab follows. */
const POSITIONS: Readonly<Record<End, number>> = { source: 0, target: 2 }
const START_ROW_POSITION = 4

/** Column for the place of a task, in a query for tasks. */
export const place = sql`jsonb_build_array(${tasks.sourceSsId}, ${tasks.sourceSheetName}, ${tasks.targetSsId},
  ${tasks.targetSheetName}, ${tasks.startRow})::text`

export function copiedSpreadsheet(copied: SQLWrapper, end: End): SQL<string> {
  return sql`${copied}::jsonb ->> ${sql.raw(String(POSITIONS[end]))}`
}

/** Name of the tab of a copy; null for a first tab the task has named since. */
export function copiedName(copied: SQLWrapper, end: End): SQL<string | null> {
  return sql`${copied}::jsonb ->> ${sql.raw(String(POSITIONS[end] + 1))}`
}

/** Replaces the name of a tab in a place. */
export function withName(copied: SQLWrapper, { end, name }: { end: End; name: string }): SQL<string> {
  const path = sql.raw(`'{${POSITIONS[end] + 1}}'`)
  return sql`jsonb_set(${copied}::jsonb, ${path}, to_jsonb(${storableText(name)}::text))::text`
}

/**
 * Whether a task names the tab of a copy at one end. A link names the tab by its ID. Names are compared without case and
 * without blanks at their ends. `tab` is the copied tab, null if unknown.
 */
export function namesCopiedTab(
  task: TaskPlace,
  { copied, end, tab }: { copied: SQLWrapper; end: End; tab: SQLWrapper },
): SQL<boolean> {
  const [spreadsheet, name] =
    end === 'source' ? [task.sourceSsId, task.sourceSheetName] : [task.targetSsId, task.targetSheetName]
  return sql`(${copiedSpreadsheet(copied, end)} = ${spreadsheet} and names_tab(${name}, ${copiedName(copied, end)}, ${tab}))`
}

/** Whether a copy began in the start row of a task. */
export function hasStartRow(task: Pick<TaskPlace, 'startRow'>, copied: SQLWrapper): SQL<boolean> {
  return sql`${copied}::jsonb -> ${sql.raw(String(START_ROW_POSITION))} = to_jsonb(${task.startRow})`
}

/** Whether a copy wrote to the region of a task. */
export function isInRegion(task: Task, region: Region): boolean {
  return isSameRegion(region, findRegion(task))
}

/** Whether a task still copies between the places it had when a run started. */
export function copiesThere({ task, current }: { task: Task; current: Task }): boolean {
  return movedField({ before: task, after: current }) === undefined
}

/** Matches the task unless a user has pointed it at another source or target during a run. */
export function isStillThere(task: Task): SQL | undefined {
  return and(
    eq(tasks.id, task.id),
    ...placeFields.map((field) => {
      const name = taskSettings.names[field]
      if (name === 'sourceSheetName' || name === 'targetSheetName') return eq(tabName(tasks[name]), tabName(task[name]))
      return sql`${tasks[name]} is not distinct from ${task[name]}`
    }),
  )
}

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { placeFields } from '#domain/tasks/task-places.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import type { Task } from './read-tasks.ts'

/* What a task remembers of the spreadsheets it copied between: the guards and the next run compare with it. */

/** Saves how wide the region may become, before an attempt that may break off writes to it. */
export async function saveWidth(orm: Orm, { task, width }: { task: Task; width: number }): Promise<void> {
  await orm
    .update(tasks)
    .set({ lastWidth: sql`greatest(${tasks.lastWidth}, ${width}::integer)` })
    .where(stillCopiesThere(task))
}

/** False once a user has pointed the task at another source or target while the run was in progress. */
function stillCopiesThere(task: Task): SQL | undefined {
  return and(
    eq(tasks.id, task.id),
    ...placeFields.map((field) => eq(tasks[taskSettings.names[field]], task[taskSettings.names[field]])),
  )
}

/** Titles of the spreadsheets; empty for one that the attempt could not read. */
interface Titles {
  readonly sourceTitle: string
  readonly targetTitle: string
}

interface Copied {
  rows: number
  width: number
  /** Of the source. */
  errorCells: number
  /** When the copy succeeded; undefined when it ended in a warning. */
  successAt: Date | undefined
}

interface LastCopy {
  /** As it was when the run started. */
  task: Task
  /** As it is now, locked. */
  current: Task
  titles: Titles
  /** Undefined when nothing was copied. */
  copied: Copied | undefined
}

/** How a task changes with what an attempt learned of its spreadsheets, except of those that a user has since replaced. */
export function afterCopy({ task, current, titles, copied }: LastCopy): Partial<Task> {
  return {
    ...newTitles({ task, current, titles }),
    ...(copied?.successAt && { lastSuccessAt: copied.successAt, accessProblem: null }),
    ...(copied && copiesThere({ task, current }) && sizeOf(copied)),
  }
}

interface Restored extends Omit<LastCopy, 'copied'> {
  lastWidth: number | null
}

/** With how wide the region was before the runs that were undone: beyond it, the target is no longer the task's. */
export function afterRestore({ task, current, titles, lastWidth }: Restored): Partial<Task> {
  return { ...newTitles({ task, current, titles }), ...(copiesThere({ task, current }) && { lastWidth }) }
}

function newTitles({ task, current, titles }: Omit<LastCopy, 'copied'>): Partial<Task> {
  const { sourceTitle, targetTitle } = titles
  return {
    ...(current.sourceSsId === task.sourceSsId && sourceTitle !== '' && { sourceSsName: sourceTitle }),
    ...(current.targetSsId === task.targetSsId && targetTitle !== '' && { targetSsName: targetTitle }),
  }
}

function sizeOf({ rows, width, errorCells }: Copied): Partial<Task> {
  return { lastRows: rows, lastWidth: width, lastErrorCells: errorCells }
}

function copiesThere({ task, current }: Pick<LastCopy, 'task' | 'current'>): boolean {
  return placeFields.every((field) => current[taskSettings.names[field]] === task[taskSettings.names[field]])
}

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { placeFields } from '#domain/tasks/task-places.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/schema.ts'
import type { Task } from './read-tasks.ts'

/* What a task remembers of the spreadsheets it copied between: the guards and the next run compare with it. */

/** Saves how wide the region may become, before an attempt that may break off writes to it. */
export async function saveWidth(orm: Orm, { task, width }: { task: Task; width: number }): Promise<void> {
  await orm
    .update(tasks)
    .set({ lastWidth: sql`greatest(${tasks.lastWidth}, ${width}::integer)` })
    .where(stillCopiesThere(task))
}

interface LastCopy {
  /** As it was when the run started. */
  task: Task
  rows: number
  width: number
  /** Of the source. */
  errorCells: number
  /** When the copy succeeded; undefined when it ended in a warning. */
  successAt: Date | undefined
}

/** Saves the size of a finished copy. */
export async function saveLastCopy(tx: Orm, { task, rows, width, errorCells, successAt }: LastCopy): Promise<void> {
  if (successAt)
    await tx.update(tasks).set({ lastSuccessAt: successAt, accessProblem: null }).where(eq(tasks.id, task.id))
  await tx
    .update(tasks)
    .set({ lastRows: rows, lastWidth: width, lastErrorCells: errorCells })
    .where(stillCopiesThere(task))
}

/** Saves how wide the region was before the runs that were undone: beyond it, the target is no longer the task's. */
export async function saveRestored(
  tx: Orm,
  { task, lastWidth }: { task: Task; lastWidth: number | null },
): Promise<void> {
  await tx.update(tasks).set({ lastWidth }).where(stillCopiesThere(task))
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

/** Saves the titles of a task's spreadsheets. Unchanged titles are not written: a write makes every open page reload its list. */
export async function saveTitles(
  tx: Orm,
  { taskId, titles: { sourceTitle, targetTitle } }: { taskId: number; titles: Titles },
): Promise<void> {
  const { sourceSsName, targetSsName } = tasks
  const [saved] = await tx.select({ sourceSsName, targetSsName }).from(tasks).where(eq(tasks.id, taskId))
  const change = {
    ...(isNew(sourceTitle, saved?.sourceSsName) && { sourceSsName: sourceTitle }),
    ...(isNew(targetTitle, saved?.targetSsName) && { targetSsName: targetTitle }),
  }
  if (Object.keys(change).length > 0) await tx.update(tasks).set(change).where(eq(tasks.id, taskId))
}

function isNew(title: string, saved: string | null | undefined): boolean {
  return title !== '' && title !== saved
}

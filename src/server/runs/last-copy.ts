import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/schema.ts'

type Task = typeof tasks.$inferSelect

/** Keeps how wide the region may have become, before an attempt that may break off writes to it. */
export async function rememberWidth(orm: Orm, { task, width }: { task: Task; width: number }): Promise<void> {
  await orm
    .update(tasks)
    .set({ lastWidth: sql`greatest(${tasks.lastWidth}, ${width}::integer)` })
    .where(stillCopiesThere(task))
}

interface LastCopy {
  task: Task
  rows: number
  width: number
  /** When the copy succeeded; left out when it ended in a warning. */
  successAt: Date | undefined
}

/** Keeps what a run that reached its end has left in the target. */
export async function rememberCopy(tx: Orm, { task, rows, width, successAt }: LastCopy): Promise<void> {
  if (successAt) await tx.update(tasks).set({ lastSuccessAt: successAt }).where(eq(tasks.id, task.id))
  await tx.update(tasks).set({ lastRows: rows, lastWidth: width }).where(stillCopiesThere(task))
}

/** False once a person made the task copy from or to another place while a run was still about the former one. */
function stillCopiesThere(task: Task): SQL | undefined {
  return and(
    eq(tasks.id, task.id),
    eq(tasks.sourceSsId, task.sourceSsId),
    eq(tasks.sourceSheetName, task.sourceSheetName),
    eq(tasks.targetSsId, task.targetSsId),
    eq(tasks.targetSheetName, task.targetSheetName),
    eq(tasks.startRow, task.startRow),
  )
}

import { and, eq, ne, not, sql } from 'drizzle-orm'
import { tabIdIn } from '#contract/spreadsheet-link.ts'
import { followedName } from '#domain/tasks/task-settings.ts'
import { renameCopies } from '#server/last-copy/copied-tabs.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { tabName } from '#server/storage/schema.ts'
import { keepNameIfTaken } from './derived-names.ts'
import type { Task } from './read-tasks.ts'

interface Renames {
  /** The task, locked. */
  task: Task
  /** New names of the task's tabs. */
  renamed: Partial<Pick<Task, 'sourceSheetName' | 'targetSheetName'>>
}

/**
 * Gives a task the new names of its tabs, unless another task copies between tabs with these names. The task keeps its own
 * name, unless the name was derived from IDs of tabs. The records of earlier copies get the new names, because the copy is the
 * same. The caller clears columns that depend on the place.
 */
export async function followRenames(tx: Orm, { task, renamed }: Renames): Promise<void> {
  if (Object.keys(renamed).length === 0) return
  const after = { ...task, ...renamed }
  const [changed] = await tx
    .update(tasks)
    .set({ ...renamed, ...(await nameFromReadTabs(tx, { task, after })) })
    .where(and(eq(tasks.id, task.id), not(sql`exists (${othersWith(tx, after)})`)))
    .returning({ id: tasks.id })
  if (!changed) return
  for (const [end, field] of tabFields) {
    const name = renamed[field]
    if (name !== undefined) await renameCopies(tx, { task, end, tab: { earlierName: task[field] }, name })
  }
}

const tabFields = [
  ['source', 'sourceSheetName'],
  ['target', 'targetSheetName'],
] as const

/** Derives a name from tabs so far known only by their ID, if no other task of the type has this name. */
async function nameFromReadTabs(tx: Orm, { task, after }: { task: Task; after: Task }): Promise<{ name?: string }> {
  const wereLinked = [task.sourceSheetName, task.targetSheetName].some((name) => tabIdIn(name) !== undefined)
  if (task.hasOwnName || !wereLinked) return {}
  return { name: await keepNameIfTaken(tx, { ...task, before: task.name, followed: followedName(task.id, after) }) }
}

function othersWith(tx: Orm, { id, sourceSsId, targetSsId, sourceSheetName, targetSheetName }: Task) {
  return tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        ne(tasks.id, id),
        eq(tasks.sourceSsId, sourceSsId),
        eq(tasks.targetSsId, targetSsId),
        eq(tabName(tasks.sourceSheetName), tabName(sourceSheetName)),
        eq(tabName(tasks.targetSheetName), tabName(targetSheetName)),
      ),
    )
}

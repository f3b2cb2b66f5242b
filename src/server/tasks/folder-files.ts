import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { SourceRef } from '#contract/task-fields.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import type { Task } from './read-tasks.ts'

/** Stores the spreadsheets found in the folders of a task, unless its sources were changed since. */
export async function saveFolderFiles(
  tx: Orm,
  { task, files }: { task: Pick<Task, 'id' | 'moreSources' | 'folderFiles'>; files: SourceRef[] },
): Promise<void> {
  const { id, moreSources, folderFiles } = task
  if (isDeepStrictEqual(folderFiles, files)) return
  const isSame = sql`${tasks.moreSources} = ${JSON.stringify(moreSources)}::jsonb`
  await tx
    .update(tasks)
    .set({ folderFiles: files })
    .where(and(eq(tasks.id, id), isSame))
}

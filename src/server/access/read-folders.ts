import { eq } from 'drizzle-orm'
import type { SourceRef } from '#contract/task-fields.ts'
import { describeFailure } from '#domain/failures/failure.ts'
import { sourcesInFolder } from '#domain/shape/sources-in-folder.ts'
import { namedSources } from '#domain/shape/union.ts'
import { findPreference } from '#domain/tasks/lent-access.ts'
import { SECOND_MS } from '#domain/time.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Google } from '#server/google/google.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { saveFolderFiles } from '#server/tasks/folder-files.ts'

/** Maximum time that saving a task waits for Drive. */
const MAX_WAIT_MS = 10 * SECOND_MS

interface Options {
  orm: Orm
  google: Pick<Google, 'connect'>
  taskId: number
}

/**
 * Reads which spreadsheets the folders of a saved task contain, so that loops through them are known before its first run. Does
 * nothing if the contents are already known, and gives up if Drive takes too long.
 * @returns sentences for users about why the contents are unknown
 */
export async function readFolders({ orm, google, taskId }: Options): Promise<string[]> {
  const [task] = await orm.select().from(tasks).where(eq(tasks.id, taskId))
  const folders = task?.moreSources.filter(({ folder_id }) => folder_id !== undefined) ?? []
  if (!task || folders.length === 0 || task.folderFiles.length > 0) return []
  const signal = AbortSignal.timeout(MAX_WAIT_MS)
  const client = google.connect({ ...findPreference(task), signal, onWait() {}, log() {} })
  try {
    const files: SourceRef[] = []
    const copied = { targetId: task.targetSsId, sources: namedSources(task) }
    for (const { folder_id: folder = '', source_sheet_name } of folders)
      for (const { id } of sourcesInFolder(await client.listFolder(folder), copied))
        files.push({ source_ss_id: id, source_sheet_name })
    await saveFolderFiles(orm, { task, files })
    return []
  } catch (error) {
    if (error instanceof ProviderError) return [describeFailure(error.failure)]
    if (signal.aborted) return []
    throw error
  }
}

import { and, eq, sql } from 'drizzle-orm'
import type { Hold } from '#domain/guards/guards.ts'
import type { PreviewedChanges } from '#engine/compare/compare-with-preview.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { taskPreviews } from '#server/storage/schema.ts'
import { readBlocks } from './change-blocks.ts'
import { findTaskPreview } from './preview-rows.ts'

/** Lists the tasks in a preview, with their possible holds. */
export async function previewedTasks(
  orm: Orm,
  { previewId, taskIds }: { previewId: number; taskIds: readonly number[] },
): Promise<{ taskId: number; holds: Hold[] | null }[]> {
  return await orm
    .select({ taskId: taskPreviews.taskId, holds: sql<Hold[] | null>`${taskPreviews.result} -> 'holds'` })
    .from(taskPreviews)
    .where(and(eq(taskPreviews.previewId, previewId), isInList(taskPreviews.taskId, taskIds)))
}

/** Reads the changes in a preview; undefined if the preview did not finish or has been deleted. */
export async function readPreviewedChanges(
  orm: Orm,
  place: { previewId: number; taskId: number },
): Promise<PreviewedChanges | undefined> {
  const found = await findTaskPreview(orm, place)
  if (!found?.result) return undefined
  const { result, id } = found
  return {
    cellCount: result.cells_filled + result.cells_changed + result.cells_cleared,
    listedCount: result.cells_listed,
    ...(result.targets && { targets: result.targets }),
    async *rows() {
      for await (const { rows } of readBlocks(orm, { taskPreviewId: id })) yield rows
    },
  }
}

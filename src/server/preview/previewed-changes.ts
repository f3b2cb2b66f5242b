import { and, eq, inArray } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { taskPreviews } from '#server/storage/schema.ts'
import type { PreviewedChanges } from '#server/sync/compare-with-preview.ts'
import { readBlocks } from './change-blocks.ts'
import { findTaskPreview } from './preview-rows.ts'

/** Those of the tasks that a preview includes. */
export async function previewedTaskIds(
  orm: Orm,
  { previewId, taskIds }: { previewId: number; taskIds: readonly number[] },
): Promise<number[]> {
  const rows = await orm
    .select({ taskId: taskPreviews.taskId })
    .from(taskPreviews)
    .where(and(eq(taskPreviews.previewId, previewId), inArray(taskPreviews.taskId, [...taskIds])))
  return rows.map(({ taskId }) => taskId)
}

/** What a preview says that a run would change; undefined if it was not done, or is deleted by now. */
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
    async *rows() {
      for await (const { rows } of readBlocks(orm, { taskPreviewId: id })) yield rows
    },
  }
}

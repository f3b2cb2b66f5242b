import { sql } from 'drizzle-orm'
import type { Baseline } from '#domain/guards/baseline.ts'
import { countErrorCells } from '#domain/guards/source-profile.ts'
import type { Extent } from '#engine/last-copy/last-copy.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { isStillThere, type Task } from './place.ts'

/* Size of a task's region, stored in columns of the task. */

/** Saves the maximum reach of an attempt before its first write, because the attempt may break off. */
export async function saveReach(orm: Orm, { task, extent }: { task: Task; extent: Extent }): Promise<void> {
  const { width, filledRow } = extent
  await orm
    .update(tasks)
    .set({
      lastWidth: sql`greatest(${tasks.lastWidth}, ${width}::integer)`,
      lastFilledRow: sql`greatest(${tasks.lastFilledRow}, ${filledRow}::integer)`,
    })
    .where(isStillThere(task))
}

/** Restores the size from before the undone runs, so the next run is judged as if they had never happened. */
export async function restoreExtent(baseline: Baseline | null, { tx, task }: { tx: Orm; task: Task }): Promise<void> {
  // Without a stored last row, the baseline provides it. Without a baseline, keep the last row: otherwise all rows would count
  // as the task's.
  const sizes = baseline
    ? { lastRows: baseline.rows, lastErrorCells: countErrorCells(baseline.profile), lastFilledRow: null }
    : { lastRows: null, lastErrorCells: null }
  await tx.update(tasks).set(sizes).where(isStillThere(task))
}

/** Columns with the size of a task's region. */
export const extentColumns = {
  lastRows: tasks.lastRows,
  lastWidth: tasks.lastWidth,
  lastFilledRow: tasks.lastFilledRow,
  lastErrorCells: tasks.lastErrorCells,
}

type StoredExtent = Pick<Task, keyof typeof extentColumns>

export function storeExtent({ rows, width, filledRow, errorCells }: Extent): StoredExtent {
  return {
    lastRows: rows ?? null,
    lastWidth: width ?? null,
    lastFilledRow: filledRow ?? null,
    lastErrorCells: errorCells ?? null,
  }
}

/** Stores the width after an undo, so columns beyond it no longer belong to the task. Undefined leaves the width unchanged. */
export function storeWidthAfterUndo(
  task: Task,
  widthAfter: number | null | undefined,
): Partial<Pick<Task, 'lastWidth'>> {
  if (widthAfter === undefined) return {}
  // A missing width and last row mean that a user has pointed the task elsewhere since the undone runs. An undo always keeps
  // one of them.
  return { lastWidth: task.lastWidth || task.lastFilledRow ? widthAfter : null }
}

import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { Delivery } from '#contract/delivery.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { runs } from '#server/storage/schema.ts'

/** Stores how many rows a hand-out delivered to each target. */
export async function saveDelivery(tx: Orm, { runId, delivery }: { runId: number; delivery: Delivery }): Promise<void> {
  await tx.update(runs).set({ delivery }).where(eq(runs.id, runId))
}

/** Reads the delivery of the last hand-out of a task; null without one, or after an undo. */
export async function readLastDelivery(orm: Orm, taskId: number): Promise<Delivery | null> {
  const isUndone = and(isNotNull(runs.undo), isInList(runs.status, ['Success', 'Warning']))
  const [last] = await orm
    .select({ delivery: runs.delivery })
    .from(runs)
    .where(and(eq(runs.taskId, taskId), or(isNotNull(runs.delivery), isUndone)))
    .orderBy(desc(runs.id))
    .limit(1)
  return last?.delivery ?? null
}

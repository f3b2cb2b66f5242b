import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Delivery } from '#contract/delivery.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs } from '#server/storage/schema.ts'

/** Stores which rows a run delivered to which targets. */
export async function saveDelivery(tx: Orm, { runId, delivery }: { runId: number; delivery: Delivery }): Promise<void> {
  await tx.update(runs).set({ delivery }).where(eq(runs.id, runId))
}

/** Which rows the last run of a task delivered that handed rows out; null if none did. */
export async function readLastDelivery(orm: Orm, taskId: number): Promise<Delivery | null> {
  const [last] = await orm
    .select({ delivery: runs.delivery })
    .from(runs)
    .where(and(eq(runs.taskId, taskId), isNotNull(runs.delivery)))
    .orderBy(desc(runs.id))
    .limit(1)
  return last?.delivery ?? null
}

import type { DeletionKind } from '#contract/trash.ts'
import type { Orm } from '#server/storage/database.ts'
import { deletions } from '#server/storage/schema.ts'
import { currentActing } from './acting.ts'

/** Adds an entry to the trash and returns its id. What was deleted refers to it, in the same transaction. */
export async function recordDeletion(tx: Orm, kind: DeletionKind): Promise<number> {
  const acting = currentActing()
  const [entry] = await tx
    .insert(deletions)
    .values({ kind, deletedBy: acting?.who ?? '', ...(acting && { deletedAt: acting.at }) })
    .returning({ id: deletions.id })
  if (!entry) throw new Error('INSERT of a deletion returned no row')
  return entry.id
}

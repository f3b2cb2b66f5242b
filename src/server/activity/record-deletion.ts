import type { DeletionKind } from '#contract/trash.ts'
import type { Orm } from '#server/storage/database.ts'
import { deletions } from '#server/storage/schema.ts'
import { currentActing } from './acting.ts'

/** Adds an entry to the trash and returns its ID. Call it in the transaction that makes deleted rows refer to the entry. */
export async function recordDeletion(tx: Orm, kind: DeletionKind): Promise<number> {
  const acting = currentActing()
  const [entry] = await tx
    .insert(deletions)
    .values({ kind, deletedBy: acting?.who ?? '', ...(acting && { deletedAt: acting.at }) })
    .returning({ id: deletions.id })
  if (!entry) throw new Error('INSERT of a deletion returned no row')
  return entry.id
}

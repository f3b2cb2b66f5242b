import { and, eq, lt, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { watchLease } from '#server/storage/schema.ts'

interface Claim {
  nodeId: string
  now: Date
  leaseMs: number
}

const ONLY_ROW = 1

/** Takes or renews the lease for asking Drive about edits. Returns false while another node has the lease. */
export async function takeWatchLease(orm: Orm, { nodeId, now, leaseMs }: Claim): Promise<boolean> {
  const lease = { nodeId, until: new Date(now.getTime() + leaseMs) }
  const taken = await orm
    .insert(watchLease)
    .values({ id: ONLY_ROW, ...lease })
    .onConflictDoUpdate({
      target: watchLease.id,
      set: lease,
      setWhere: sql`${eq(watchLease.nodeId, nodeId)} or ${lt(watchLease.until, now)}`,
    })
    .returning({ id: watchLease.id })
  return taken.length > 0
}

/** Ends the lease, so another node can take over at once. */
export async function endWatchLease(orm: Orm, nodeId: string): Promise<void> {
  await orm.delete(watchLease).where(and(eq(watchLease.id, ONLY_ROW), eq(watchLease.nodeId, nodeId)))
}

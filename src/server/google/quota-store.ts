import { getTableName } from 'drizzle-orm'
import type { Pool } from 'pg'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import { quotaSlots } from '#server/storage/schema.ts'

/** Creates a counter that allows `points` per key within `duration` seconds. */
export type QuotaStore = (limit: { keyPrefix: string; points: number; duration: number }) => RateLimiterAbstract

/** Counters of this process alone, for the embedded database, which only one process uses. */
export const memoryQuotaStore: QuotaStore = (limit) => new RateLimiterMemory(limit)

/** Counters that all nodes share. While the database is unreachable, each node counts on its own. */
export function postgresQuotaStore(pool: Pool): QuotaStore {
  return (limit) =>
    new RateLimiterPostgres({
      ...limit,
      storeClient: pool,
      storeType: 'pool',
      tableName: getTableName(quotaSlots),
      tableCreated: true,
      insuranceLimiter: new RateLimiterMemory(limit),
    })
}

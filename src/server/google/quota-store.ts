import type { Pool } from 'pg'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import { ADVISORY_LOCKS } from '#server/storage/advisory-locks.ts'

/** Creates a counter that allows `points` for each key in `duration` seconds. */
export type QuotaStore = (limit: { keyPrefix: string; points: number; duration: number }) => RateLimiterAbstract

/** Enough where one process does all the work. */
export const memoryQuotaStore: QuotaStore = (limit) => new RateLimiterMemory(limit)

const TABLE = 'quota_slots'

/**
 * Counters that all nodes share. Creates their table if it is missing.
 * While the database is down, each node counts on its own.
 */
export async function postgresQuotaStore(pool: Pool): Promise<QuotaStore> {
  // Several nodes may start at once, and CREATE TABLE IF NOT EXISTS is not safe against that.
  await pool.query(
    `SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.quotaTable});
     CREATE TABLE IF NOT EXISTS ${TABLE} (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)`,
  )
  return (limit) =>
    new RateLimiterPostgres({
      ...limit,
      storeClient: pool,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      insuranceLimiter: new RateLimiterMemory(limit),
    })
}

import type { Pool } from 'pg'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'

/** Makes a counter that allows `points` for each key in `duration` seconds. */
export type QuotaStore = (limit: { keyPrefix: string; points: number; duration: number }) => RateLimiterAbstract

/** Enough where one process does all the work. */
export const memoryQuotaStore: QuotaStore = (limit) => new RateLimiterMemory(limit)

const TABLE = 'quota_slots'
/** Any number that no other lock of the database uses; several nodes may start at once. */
const TABLE_LOCK = 7_302_114

/**
 * Counters that all nodes share. Makes its table when it is missing.
 * While the database does not answer, a node counts by itself.
 */
export async function postgresQuotaStore(pool: Pool): Promise<QuotaStore> {
  await pool.query(
    `SELECT pg_advisory_xact_lock(${TABLE_LOCK});
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

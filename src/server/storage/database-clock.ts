import { type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import { SECOND_MS } from '#domain/time.ts'
import { every } from '#server/pace/every.ts'
import type { Orm } from './database.ts'
import { createOutageLog } from './outage-log.ts'

const MEASURE_EVERY_MS = 10 * SECOND_MS
const MAX_UNCERTAINTY_MS = SECOND_MS
const MAX_FIRST_TRIES = 5

/** The database's current time, computed from this machine's clock and a measured offset. */
export interface DatabaseClock extends AsyncDisposable {
  now(): Date
  /**
   * The current time, read inside a statement. Correct even if this machine's clock was set or the node froze before sending
   * it.
   */
  nowInStatement(): SQL
}

interface Options {
  orm: Orm
  logger: Logger
  /** Reads this machine's own clock, which may be wrong. */
  machineNow: () => Date
  measureEveryMs?: number
}

/**
 * Nodes compare their time with times written by other nodes: has a lease expired, is a delay over, was a scheduled time
 * handled? So all nodes follow the clock of the shared database, however wrong their own clocks are. Each node measures its
 * offset at startup and regularly after that. It keeps the offset while the measurements allow it, so time runs evenly.
 */
export async function openDatabaseClock(options: Options): Promise<DatabaseClock> {
  const { orm, logger, machineNow, measureEveryMs = MEASURE_EVERY_MS } = options
  const outage = createOutageLog({ logger, now: machineNow, messages: MESSAGES })
  let offsetMs = 0

  /** Measures the offset. Returns the duration of the measurement in milliseconds, which is its uncertainty. */
  async function measure(): Promise<number> {
    const sentAt = machineNow().getTime()
    const databaseTime = await readDatabaseTimeMs(orm)
    const receivedAt = machineNow().getTime()
    const [min, max] = [databaseTime - receivedAt, databaseTime - sentAt]
    if (offsetMs < min || offsetMs > max) offsetMs = (min + max) / 2
    return max - min
  }

  // Repeat the first measurement, because over a slow connection it may be off by more than a lease.
  for (let tries = 1; (await measure()) > MAX_UNCERTAINTY_MS && tries < MAX_FIRST_TRIES; tries += 1);
  const work = () => measure().then(outage.succeeded)
  const measurements = every(measureEveryMs, { work, onError: outage.failed })
  return {
    now: () => new Date(machineNow().getTime() + offsetMs),
    nowInStatement: () => sql`clock_timestamp()`,
    [Symbol.asyncDispose]: measurements[Symbol.asyncDispose],
  }
}

const MESSAGES = {
  failed: "Could not read the database's clock; still using the last measured offset",
  succeeded: "Reading the database's clock again",
}

const TimeResult = z.object({ rows: z.tuple([z.object({ ms: z.coerce.number() })]) })

async function readDatabaseTimeMs(orm: Orm): Promise<number> {
  const result = await orm.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`)
  return TimeResult.parse(result).rows[0].ms
}

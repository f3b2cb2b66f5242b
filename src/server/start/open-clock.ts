import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '#server/storage/database.ts'
import { type DatabaseClock, openDatabaseClock } from '#server/storage/database-clock.ts'

interface ClockParts {
  database: Database
  logger: Logger
  machineNow: () => Date
  /** Clock set by a test, used instead of the other clocks. */
  fixedNow?: (() => Date) | undefined
}

/** Opens the clock shared by all nodes. The embedded database has only one node, so it uses the machine's clock. */
export async function openClock({ database, logger, machineNow, fixedNow }: ClockParts): Promise<DatabaseClock> {
  if (database.pool && !fixedNow) return openDatabaseClock({ orm: database.orm, logger, machineNow })
  const now = fixedNow ?? machineNow
  return { now, nowInStatement: () => sql`${now().toISOString()}::timestamptz`, async [Symbol.asyncDispose]() {} }
}

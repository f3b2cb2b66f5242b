import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Orm } from './database.ts'

const MEASURE_EVERY_MS = 10_000

/** The database's time, as well as a machine can tell it that asks now and then. */
export interface DatabaseClock extends AsyncDisposable {
  now(): Date
}

interface Options {
  orm: Orm
  logger: Logger
  /** This machine's own time, right or wrong. */
  machineNow: () => Date
  measureEveryMs?: number
}

/**
 * Nodes compare their times with what other nodes wrote: whether a lease has run out, a delay is over, a schedule's time
 * was dealt with. So they all go by the clock of the one database, however far off their machines are: each measures the
 * difference at its start and again and again. A difference that fits what was measured stays, so that time runs evenly.
 */
export async function openDatabaseClock(options: Options): Promise<DatabaseClock> {
  const { orm, logger, machineNow, measureEveryMs = MEASURE_EVERY_MS } = options
  let aheadMs = 0
  let measuring = Promise.resolve()

  async function measure(): Promise<void> {
    const askedAt = machineNow().getTime()
    const databaseTime = await databaseTimeMs(orm)
    const answeredAt = machineNow().getTime()
    const [least, most] = [databaseTime - answeredAt, databaseTime - askedAt]
    if (aheadMs < least || aheadMs > most) aheadMs = (least + most) / 2
  }

  await measure()
  const timer = setInterval(() => {
    measuring = measuring
      .then(measure)
      .catch((err: unknown) => logger.warn({ err }, 'The database could not be asked for its time'))
  }, measureEveryMs).unref()
  return {
    now: () => new Date(machineNow().getTime() + aheadMs),
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await measuring
    },
  }
}

const Told = z.object({ rows: z.tuple([z.object({ ms: z.coerce.number() })]) })

async function databaseTimeMs(orm: Orm): Promise<number> {
  const told = await orm.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`)
  return Told.parse(told).rows[0].ms
}

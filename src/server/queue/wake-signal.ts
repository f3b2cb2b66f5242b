import { type SQL, sql } from 'drizzle-orm'
import { type Db, fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import { DAY_SECONDS } from '#domain/time.ts'
import type { Database, Orm } from '#server/storage/database.ts'

const QUEUE = 'wake'
const POLL_SECONDS = 5
const LONGEST_STOP_MS = 60_000
/** Wake calls that pile up while every worker is busy are answered by one look. */
const CALLS_A_LOOK = 100

/**
 * Wakes one free worker on any node. A job says only that there may be something to do: the runs table tells what, so that
 * a job too many does no harm.
 */
export interface WakeLine extends AsyncDisposable {
  /** Within `tx`, the worker is woken when the transaction commits. */
  wake(tx?: Orm): Promise<void>
  /** Calls `handle` after wake calls, at most `workers` at once. */
  work(options: { workers: number; handle: () => Promise<void> }): Promise<void>
  /** Leaves further wake calls to other nodes. */
  rest(): Promise<void>
}

export async function openWakeLine({ database, logger }: { database: Database; logger: Logger }): Promise<WakeLine> {
  const boss = new PgBoss({ ...database.bossOptions, useListenNotify: true, schedule: false })
  boss.on('error', (error) => logger.error({ err: error }, 'The queue of wake calls failed; it goes on by itself'))
  boss.on('warning', (warning) => logger.warn(warning, 'The queue of wake calls warns'))
  await boss.start()
  await boss.createQueue(QUEUE, {
    notify: true,
    retryLimit: 0,
    expireInSeconds: DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
  })
  // Whatever was left over is looked at now. The first call also reads the queue's settings, which a call within a
  // transaction could not do on the embedded database: its one connection is taken.
  await boss.send(QUEUE, {})
  return {
    async wake(tx) {
      await boss.send(QUEUE, {}, tx ? { db: within(tx) } : {})
    },
    async work({ workers, handle }) {
      const options = { localConcurrency: workers, batchSize: CALLS_A_LOOK, notifyPollingIntervalSeconds: POLL_SECONDS }
      await boss.work(QUEUE, options, handle)
    },
    rest: () => boss.offWork(QUEUE, { wait: false }),
    [Symbol.asyncDispose]: () => boss.stop({ graceful: true, timeout: LONGEST_STOP_MS }),
  }
}

const Result = z.object({ rows: z.array(z.unknown()) })

/** A transaction as pg-boss uses it. */
function within(tx: Orm): Db {
  return fromDrizzle({ execute: async (query: SQL) => Result.parse(await tx.execute(query)) }, sql)
}

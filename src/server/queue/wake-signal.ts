import { type SQL, sql } from 'drizzle-orm'
import { type Db, fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import { DAY_SECONDS, MINUTE_MS } from '#domain/time.ts'
import type { Database, Orm } from '#server/storage/database.ts'

const QUEUE = 'wake'
const POLL_SECONDS = 5
const MAX_STOP_MS = MINUTE_MS
/** Wake-ups that pile up while every worker is busy are handled together. */
const BATCH_SIZE = 100

/**
 * Wakes one free worker on any node. A wake-up only says that there may be work: what to do is in the runs table, so
 * waking too often does no harm.
 */
export interface WakeSignal extends AsyncDisposable {
  /** Within `tx`, the worker wakes when the transaction commits. */
  wake(tx?: Orm): Promise<void>
  /** Calls `handle` after wake-ups, at most `workers` at once. */
  work(options: { workers: number; handle: () => Promise<void> }): Promise<void>
  /** Leaves further wake-ups to other nodes. */
  drain(): Promise<void>
}

export async function openWakeSignal({
  database,
  logger,
}: {
  database: Database
  logger: Logger
}): Promise<WakeSignal> {
  const boss = new PgBoss({ ...database.bossOptions, useListenNotify: true, schedule: false })
  boss.on('error', (error) => logger.error({ err: error }, 'Wake signal failed; pg-boss retries'))
  boss.on('warning', (warning) => logger.warn(warning, 'Wake signal warning'))
  await boss.start()
  await boss.createQueue(QUEUE, {
    notify: true,
    retryLimit: 0,
    expireInSeconds: DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
  })
  // Picks up what was left over. The first call also reads the queue's settings, which a call within a transaction could
  // not do on the embedded database: its only connection is in use.
  await boss.send(QUEUE, {})
  return {
    async wake(tx) {
      await boss.send(QUEUE, {}, tx ? { db: within(tx) } : {})
    },
    async work({ workers, handle }) {
      const options = { localConcurrency: workers, batchSize: BATCH_SIZE, notifyPollingIntervalSeconds: POLL_SECONDS }
      await boss.work(QUEUE, options, handle)
    },
    drain: () => boss.offWork(QUEUE, { wait: false }),
    [Symbol.asyncDispose]: () => boss.stop({ graceful: true, timeout: MAX_STOP_MS }),
  }
}

const Result = z.object({ rows: z.array(z.unknown()) })

/** Makes pg-boss run its SQL in a transaction. */
function within(tx: Orm): Db {
  return fromDrizzle({ execute: async (query: SQL) => Result.parse(await tx.execute(query)) }, sql)
}

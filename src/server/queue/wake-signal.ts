import { type SQL, sql } from 'drizzle-orm'
import { type Db, fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import { DAY_SECONDS, SECOND_MS } from '#domain/time.ts'
import type { Database, Orm } from '#server/storage/database.ts'

const QUEUE = 'wake'
const POLL_SECONDS = 5
/** A free worker that polled no more for so long has hung. */
const STALLED_AFTER_MS = 30 * SECOND_MS
/** Handlers have ended before; what remains are statements. */
const MAX_STOP_MS = 10 * SECOND_MS
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
  /** Whether there is a free worker on this node, but none has polled for half a minute. */
  isStalled(): boolean
  /** Leaves further wake-ups to other nodes, until `work` is called again. */
  drain(): Promise<void>
}

export async function openWakeSignal({
  database,
  logger,
}: {
  database: Database
  logger: Logger
}): Promise<WakeSignal> {
  let polledAtMs = performance.now()
  /** The workers that poll; those of an earlier call of `work` may still be handling a wake-up. */
  let polling = { free: 0 }
  const { db } = database.bossOptions
  const executeSql: Db['executeSql'] = async (text, values) => {
    const result = await db.executeSql(text, values)
    if (text.includes('SKIP LOCKED')) polledAtMs = performance.now()
    return result
  }
  const boss = new PgBoss({
    ...database.bossOptions,
    db: { ...db, executeSql },
    useListenNotify: true,
    schedule: false,
  })
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
      const started = { free: workers }
      polling = started
      polledAtMs = performance.now()
      await boss.work(QUEUE, options, async () => {
        started.free -= 1
        await handle().finally(() => {
          started.free += 1
          polledAtMs = performance.now()
        })
      })
    },
    isStalled: () => polling.free > 0 && performance.now() - polledAtMs > STALLED_AFTER_MS,
    async drain() {
      polling = { free: 0 }
      await boss.offWork(QUEUE, { wait: false })
    },
    [Symbol.asyncDispose]: () => boss.stop({ graceful: true, timeout: MAX_STOP_MS }),
  }
}

const Result = z.object({ rows: z.array(z.unknown()) })

/** Makes pg-boss run its SQL in a transaction. */
function within(tx: Orm): Db {
  return fromDrizzle({ execute: async (query: SQL) => Result.parse(await tx.execute(query)) }, sql)
}

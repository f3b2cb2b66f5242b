import { sql } from 'drizzle-orm'
import type { Database, Orm, Subscription } from '#server/storage/database.ts'

/** A trigger notifies on it too: `run:<task id>` when a run is stopped or taken from its node. */
const CHANNEL = 'nano_sync_queue'
const WAKE = 'wake'
const RUN_PREFIX = 'run:'

/**
 * Makes every node with a free worker poll for runs. Within a transaction, they poll once it has committed. A wake-up only
 * announces possible work: the work itself is in the runs table, so waking too often does no harm.
 */
export async function wakeWorkers(orm: Orm): Promise<void> {
  await orm.execute(sql`select pg_notify(${CHANNEL}, ${WAKE})`)
}

interface QueueListener {
  onWake(): void
  /** Somebody stopped the task's run, or another node has it. */
  onInterrupt(taskId: number): void
  /** Some of the above may have been missed. */
  onGap(): void
}

export async function listenToQueue(
  database: Pick<Database, 'listen'>,
  { onWake, onInterrupt, onGap }: QueueListener,
): Promise<Subscription> {
  return await database.listen(CHANNEL, {
    onPayload(payload) {
      if (payload === WAKE) onWake()
      else if (payload.startsWith(RUN_PREFIX)) onInterrupt(Number(payload.slice(RUN_PREFIX.length)))
    },
    onGap,
  })
}

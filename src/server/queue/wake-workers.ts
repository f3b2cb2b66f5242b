import { sql } from 'drizzle-orm'
import type { Database, Orm, Subscription } from '#server/storage/database.ts'

/** Channel of wake-ups. A database trigger also sends `run:<task id>` on it when a run is stopped or taken from its node. */
const CHANNEL = 'nano_sync_queue'
const WAKE = 'wake'
const RUN_PREFIX = 'run:'

/**
 * Makes every node with a free worker poll for runs. Within a transaction, they poll after the commit. A wake-up only announces
 * possible work, which is in the runs table, so an unnecessary wake-up does no harm.
 */
export async function wakeWorkers(orm: Orm): Promise<void> {
  await orm.execute(sql`select pg_notify(${CHANNEL}, ${WAKE})`)
}

interface QueueListener {
  onWake(): void
  /** Called when the run of a task was stopped or taken over by another node. */
  onInterrupt(taskId: number): void
  /** Called when notifications may have been missed. */
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

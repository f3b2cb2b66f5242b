import { SECOND_MS } from '#domain/time.ts'
import { every } from '#server/pace/every.ts'
import type { Database } from '#server/storage/database.ts'
import { createEditWatch, type WatchOptions } from './edit-watch.ts'

/** Delay between two checks for due work. */
const TICK_MS = 5 * SECOND_MS

/** Runs tasks when their sources are edited. */
export interface Watcher extends AsyncDisposable {
  /** Checks for a saved task whether Drive reports edits of its source. If not, records the reason. */
  check(taskId: number): Promise<void>
}

interface Options extends Omit<WatchOptions, 'orm' | 'tickMs'> {
  database: Database
  /** Delay between two checks. Tests shorten it. */
  tickMs?: number | undefined
}

/** Watches on a single node at a time. Another node takes over if it is lost. */
export async function startWatcher({ database, tickMs = TICK_MS, ...options }: Options): Promise<Watcher> {
  const watch = createEditWatch({ ...options, orm: database.orm, tickMs })
  const stopping = new AbortController()
  const { signal } = stopping
  const changes = await database.listen('nano_sync', {
    onPayload(payload) {
      if (payload === 'tasks' || payload === 'task_types') watch.noteChange()
    },
    onGap: () => watch.noteChange(),
  })
  const onError = (err: unknown) => options.logger.warn({ err }, 'Could not look for edits; trying again')
  const ticks = every(tickMs, { work: () => watch.tick(signal), onError })
  return {
    check: (taskId) => watch.check(taskId, signal),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await ticks[Symbol.asyncDispose]()
      await changes.stop()
      await watch.end().catch((err: unknown) => options.logger.warn({ err }, 'Could not let another node watch'))
    },
  }
}

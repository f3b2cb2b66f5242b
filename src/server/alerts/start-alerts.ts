import type { Logger } from 'pino'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { every } from '#server/pace/every.ts'
import { lockTaskRows, tryLockAlerts } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { makeAlerts } from './make-alerts.ts'
import { hasWork } from './pending-incidents.ts'
import { type ExplainEndedAccess, watchAccess } from './watch-access.ts'
import { watchTasks } from './watch-tasks.ts'

const PASS_EVERY_MS = 10 * SECOND_MS
const WATCH_EVERY_MS = MINUTE_MS

interface Options {
  orm: Orm
  explainEndedAccess: ExplainEndedAccess
  watchFreshness: WatchFreshness
  snoozePath: (alertId: string) => string
  logger: Logger
  now: () => Date
  everyMs?: number
}

/** Opens incidents caused by time alone, and makes alerts of due incidents. */
export function startAlerts({ everyMs = PASS_EVERY_MS, ...options }: Options): AsyncDisposable {
  const { orm, snoozePath, logger, now } = options
  let watchedAtMs: number | undefined

  async function pass(): Promise<void> {
    const at = now()
    if (watchedAtMs === undefined || Math.abs(at.getTime() - watchedAtMs) >= WATCH_EVERY_MS) {
      await watch(orm, { explain: options.explainEndedAccess, watchFreshness: options.watchFreshness, now: at })
      watchedAtMs = at.getTime()
    }
    if (await hasWork(orm, at)) await makeAlerts(orm, { now: at, snoozePath })
  }

  const onError = (err: unknown) => logger.error({ err }, 'Could not make alerts; trying again soon')
  return every(everyMs, { work: pass, onError })
}

/** Opens and closes the incidents of stale targets. */
export type WatchFreshness = (tx: Orm, now: Date) => Promise<void>

interface Watch {
  explain: ExplainEndedAccess
  watchFreshness?: WatchFreshness
  now: Date
}

/** Opens and closes incidents the end of a run cannot show, on a single node at a time. */
export async function watch(orm: Orm, { explain, watchFreshness, now }: Watch): Promise<void> {
  await orm.transaction(async (tx) => {
    if (!(await tryLockAlerts(tx))) return
    // Lock the tasks: incidents refer to them, and a task may be deleted meanwhile.
    await lockTaskRows(tx)
    await watchTasks(tx, now)
    await watchFreshness?.(tx, now)
    await watchAccess(tx, { explain, now })
  })
}

import { sql } from 'drizzle-orm'
import { freshnessState, isToReport } from '#domain/freshness/freshness.ts'
import { isPausedAt } from '#domain/schedule/pause.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { openIncidents } from '#server/alerts/incidents.ts'
import type { WatchFreshness } from '#server/alerts/start-alerts.ts'
import { notifyOfRuns } from '#server/runs/current-runs.ts'
import { readPause } from '#server/runs/pause.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { alertIncidents } from '#server/storage/schema.ts'
import { readFreshness, type TargetFreshness } from './read-freshness.ts'

/** Time before a pass within which another node may have made the last pass. */
const SINCE_LAST_PASS_MS = 2 * MINUTE_MS

/**
 * Returns a function that opens incidents of late targets, and of targets that will be late before the next copy. It closes
 * incidents of targets that are fresh again. Open pages reload tasks whose state changed with time.
 */
export function freshnessWatcher({ timezone }: { timezone: string }): WatchFreshness {
  return async (tx, now) => {
    const targets = await readFreshness(tx, { now, timezone })
    // Report nothing during a pause: the banner announces it, and its end starts the runs.
    const isPaused = isPausedAt(await readPause(tx), now)
    const reported = (isPaused ? [] : targets).flatMap(({ taskId, promise, state, status, deadline, cause }) => {
      if (!deadline || cause === null || !isToReport({ state, dueAt: deadline.dueAt, cause }, { status, now }))
        return []
      return [{ kind: 'not_fresh', taskId, failure: { cause: 'not_fresh', ...promise, why: cause } } as const]
    })
    await openIncidents(tx, reported, now)
    await closeOthers(tx, { notFresh: targets.filter(({ state }) => state !== 'fresh'), now })
    await notifyOfRuns(
      tx,
      targets.filter(hasChangedSince(new Date(now.getTime() - SINCE_LAST_PASS_MS))).map(({ taskId }) => taskId),
    )
  }
}

function hasChangedSince(before: Date) {
  return ({ deadline, state }: TargetFreshness) => deadline !== undefined && freshnessState(deadline, before) !== state
}

/** Closes all other incidents, including incidents of tasks without a promise now. Skips rows locked by somebody else. */
async function closeOthers(
  tx: Orm,
  { notFresh, now }: { notFresh: readonly TargetFreshness[]; now: Date },
): Promise<void> {
  const isStillOpen = isInList(
    alertIncidents.taskId,
    notFresh.map(({ taskId }) => taskId),
  )
  await tx.execute(sql`
    update ${alertIncidents} set closed_at = ${now.toISOString()} where id in (
      select id from ${alertIncidents} where kind = 'not_fresh' and closed_at is null and not ${isStillOpen}
      for update skip locked)`)
}

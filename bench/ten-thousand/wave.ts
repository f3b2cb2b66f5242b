import { setTimeout as delay } from 'node:timers/promises'
import { count, eq, isNull, max } from 'drizzle-orm'
import { bucketFor } from '#domain/forecast/request-bucket.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { runs } from '#server/storage/schema.ts'
import { type Installation, QUOTA } from './installation.ts'

/** Time each step of the clock takes at least: less than the quota saves up for, so it costs no request. */
const STEP_MS = 6 * SECOND_MS
/** Delay between two looks at whether everything waits for the clock, and how many of them in a row have to say so. */
const LOOK_MS = 3
const CALM_LOOKS = 3
/** Time after which the clock goes on although runs are open and none waits for it. */
const STUCK_MS = 5 * SECOND_MS

export interface Wave {
  waveId: string
  statuses: Record<string, number>
  reads: number
  writes: number
  drive: number
  /** Requests the provider refused with 429. */
  refused: number
  /** By the clock of the benchmark. */
  virtualMs: number
  /** At least, by what the app makes of the quota: 90 % of it, spread, with a reserve. */
  spreadMs: number
  /** At least, if all of Google's quota were used. */
  quotaMs: number
  /** By the clock on the wall. */
  seconds: number
}

/** All tasks, or the tasks of a type, or the first tasks. */
interface Which {
  typeId?: number
  first?: number
}

/** Runs tasks until the last of them has ended. */
export async function runWave(installation: Installation, which: Which = {}): Promise<Wave> {
  const { orm, clock, provider, queue } = installation
  const triggeredBy = 'bench@example.com'
  const counts = { reads: 0, writes: 0, drive: 0, refused: 0 }
  provider.emulator.requests.clear()
  provider.emulator.faults.setQuota(QUOTA)
  const startMs = clock.nowMs()
  const startedAt = performance.now()
  if (which.typeId !== undefined) await queue.runGroup({ typeId: which.typeId, triggeredBy })
  else if (which.first === undefined) await queue.runAll({ triggeredBy })
  else await queue.runSelected({ taskIds: Array.from({ length: which.first }, (_, index) => index + 1), triggeredBy })
  const [{ waveId } = { waveId: '' }] = await orm
    .select({ waveId: runs.waveId })
    .from(runs)
    .where(isNull(runs.endedAt))
    .limit(1)
  let steps = 0
  while (await hasOpenRun(installation)) {
    await untilCalm(installation)
    for (const { path, kind, status } of provider.emulator.requests.entries) {
      if (path.startsWith('/drive/')) counts.drive += 1
      else if (kind) counts[kind === 'read' ? 'reads' : 'writes'] += 1
      if (status === 429) counts.refused += 1
    }
    provider.emulator.requests.clear()
    if (clock.waiting() === 0 && !(await isStuck(installation))) continue
    clock.advance(clock.nowMs() + MINUTE_MS, STEP_MS)
    steps += 1
    if (steps % 100 === 0)
      console.error(
        `… ${Math.round((clock.nowMs() - startMs) / MINUTE_MS)} minutes by the clock, ${counts.reads} reads`,
      )
  }
  const [ended] = await orm
    .select({ at: max(runs.endedAt) })
    .from(runs)
    .where(eq(runs.waveId, waveId))
  const statuses = await orm
    .select({ status: runs.status, count: count() })
    .from(runs)
    .where(eq(runs.waveId, waveId))
    .groupBy(runs.status)
  const bounds = [
    { requests: counts.reads, perMinute: QUOTA.projectReadsPerMinute },
    { requests: counts.writes, perMinute: QUOTA.projectWritesPerMinute },
  ]
  return {
    waveId,
    ...counts,
    statuses: Object.fromEntries(statuses.map((row) => [row.status, row.count])),
    virtualMs: (ended?.at?.getTime() ?? Number.NaN) - startMs,
    spreadMs: Math.max(
      ...bounds.map(({ requests, perMinute }) => {
        const { burst, intervalMs } = bucketFor(perMinute)
        return Math.max(0, requests - burst) * intervalMs
      }),
    ),
    quotaMs: Math.max(...bounds.map(({ requests, perMinute }) => (requests / perMinute) * MINUTE_MS)),
    seconds: (performance.now() - startedAt) / 1000,
  }
}

async function hasOpenRun({ orm }: Installation): Promise<boolean> {
  return (await orm.select({ id: runs.id }).from(runs).where(isNull(runs.endedAt)).limit(1)).length > 0
}

/** Waits until every run in progress waits for the clock. */
async function untilCalm({ provider, isBusy }: Installation): Promise<void> {
  let sent = -1
  for (let calm = 0; calm < CALM_LOOKS; ) {
    await delay(LOOK_MS)
    const { length } = provider.emulator.requests.entries
    calm = isBusy() || length !== sent ? 0 : calm + 1
    sent = length
  }
}

/** Whether nothing happens for a while although runs are open. */
async function isStuck(installation: Installation): Promise<boolean> {
  const { clock, isBusy, provider } = installation
  for (let waitedMs = 0; waitedMs < STUCK_MS; waitedMs += LOOK_MS) {
    await delay(LOOK_MS)
    if (clock.waiting() > 0 || isBusy() || provider.emulator.requests.entries.length > 0) return false
  }
  return await hasOpenRun(installation)
}

import { setTimeout as delay } from 'node:timers/promises'
import { giveUpPlace, takePlaceAgain } from '#server/runs/attempt-lease.ts'
import { lockAdmission } from '#server/storage/advisory-locks.ts'
import type { AttemptWork } from './attempt-work.ts'
import { wakeWorkers } from './wake-workers.ts'

/**
 * Waits until no write of an earlier attempt can arrive any more. Meanwhile another run of the type takes this run's place, and
 * the lease keeps its target locked. A node lost while waiting has announced no new write.
 */
export async function waitToRecheck({ attempt, options, watch }: Omit<AttemptWork, 'work'>, time: Date): Promise<void> {
  const { orm, now, timing } = options
  const { signal, lateWrites } = watch
  const pause = (ms: number) => delay(ms, undefined, { signal })
  await giveUpPlace(orm, { attempt, recheckAt: time, writesLandBy: lateWrites.landBy })
  await wakeWorkers(orm)
  // Wait in steps, because the shared clock may be corrected meanwhile. Setting it back does not extend the wait.
  const endsAtMs = performance.now() + leftUntil(time, now())
  const leftMs = () => Math.min(leftUntil(time, now()), endsAtMs - performance.now())
  while (leftMs() > 0) await pause(Math.min(leftMs(), timing.heartbeatMs))
  while (!(await takePlace({ attempt, options }))) await pause(timing.heartbeatMs)
}

function leftUntil(time: Date, now: Date): number {
  return time.getTime() - now.getTime()
}

async function takePlace({ attempt, options: { orm, now } }: Pick<AttemptWork, 'attempt' | 'options'>) {
  return await orm.transaction(async (tx) => {
    await lockAdmission(tx)
    return await takePlaceAgain(tx, { attempt, now: now() })
  })
}

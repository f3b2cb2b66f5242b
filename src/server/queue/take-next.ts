import { admit, mayBlock } from '#domain/admission/admit.ts'
import { nextDueAt } from '#domain/admission/due.ts'
import { dueEndings, type Ending } from '#domain/admission/endings.ts'
import { situationAfterStart, situationAt } from '#domain/admission/situation.ts'
import { type Attempt, claimRun } from '#server/runs/attempts.ts'
import { endRun } from '#server/runs/end-runs.ts'
import { readSnapshot } from '#server/runs/run-snapshot.ts'
import { lockAdmission, lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { appendTaskLogs } from '#server/tasks/task-logs.ts'
import type { WakeSignal } from './wake-signal.ts'

/** The result of one pass over the queue. */
interface Pass {
  /** The attempt that this node must start now. */
  attempt: Attempt | undefined
  /** When the passing of time alone may next change something. */
  dueAt: Date | undefined
}

interface Options {
  orm: Orm
  wakeSignal: WakeSignal
  nodeId: string
  now: () => Date
  leaseMs: number
}

/**
 * Ends the runs that are over or, if there are none, claims the first run that may start, in a short transaction that no
 * other node's pass overlaps. While more runs may start it wakes the next worker, so free workers start one after another.
 */
export async function takeNext({ orm, wakeSignal, nodeId, now: clock, leaseMs }: Options): Promise<Pass> {
  return await orm.transaction(async (tx) => {
    await lockAdmission(tx)
    const now = clock()
    const situation = situationAt(await readSnapshot(tx), now)
    const endings = dueEndings(situation)
    if (endings.length > 0) {
      await lockTaskRows(tx)
      for (const ending of endings) await applyEnding(tx, { ending, now })
      // An ending can cause further endings in its wave, so nothing starts before the next pass.
      await wakeSignal.wake(tx)
      return { attempt: undefined, dueAt: nextDueAt(situation) }
    }
    const run = admit(situation)
    if (!run) return { attempt: undefined, dueAt: nextDueAt(situation) }
    const leaseUntil = new Date(now.getTime() + leaseMs)
    const attempt = await claimRun(tx, { run, nodeId, now, leaseUntil })
    const after = situationAfterStart(situation, { run, leaseUntil })
    // Another pass is needed when a stop got ahead of the claim, and when the claimed run blocks runs of this snapshot: the
    // next snapshot leaves those out and may reach runs behind them that this one did not include.
    const blocksOthers = after.runs.some((queued) => mayBlock({ running: run, queued }))
    if (!attempt || blocksOthers || admit(after)) await wakeSignal.wake(tx)
    return { attempt, dueAt: nextDueAt(after) }
  })
}

async function applyEnding(tx: Orm, { ending, now }: { ending: Ending; now: Date }): Promise<void> {
  const { run, status, log } = ending
  const isEnded = await endRun(tx, { runId: run.id, from: run.status, to: status, now })
  if (isEnded) await appendTaskLogs(tx, [{ taskId: run.taskId, runId: run.id, ...log, at: now }])
}

import { isNull, sql } from 'drizzle-orm'
import { admit } from '#domain/admission/admit.ts'
import { admitSeveral } from '#domain/admission/admit-several.ts'
import { nextDueAt } from '#domain/admission/due.ts'
import { dueEndings, type Ending } from '#domain/admission/endings.ts'
import { situationAt, withoutFreeWorkers } from '#domain/admission/situation.ts'
import { openLatest } from '#server/alerts/incidents.ts'
import type { Attempt } from '#server/runs/attempt-lease.ts'
import { claimRuns } from '#server/runs/claim-runs.ts'
import { notifyOfRun } from '#server/runs/current-runs.ts'
import { endRun } from '#server/runs/end-runs.ts'
import { readSnapshot } from '#server/runs/run-snapshot.ts'
import { lockTaskRows, tryLockAdmission } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs } from '#server/storage/schema.ts'
import { appendTaskLogs } from '#server/task-logs/task-logs.ts'

/** The result of one pass over the queue. */
interface Pass {
  /** The attempts this node must start now. */
  attempts: readonly Attempt[]
  /** Whether another pass may find more to do now. */
  isUnfinished: boolean
  /** Whether runs are left for other nodes to start. */
  leavesRuns: boolean
  /** Time of the next change that needs no event, such as the end of a retry delay. */
  dueAt: Date | undefined
}

interface Options {
  orm: Orm
  nodeId: string
  now: () => Date
  leaseMs: number
  /** Counts free workers. Called only after the admission lock is taken: workers freed while it waits save another pass. */
  freeWorkers: () => number
  /** Whether all workers are busy. `freeWorkers` then counts the lost runs that the node can still take over. */
  isBusy?: boolean
}

const EMPTY_PASS: Pass = { attempts: [], isUnfinished: false, leavesRuns: false, dueAt: undefined }

/**
 * Ends the runs that are over. If there are none, claims the runs this node can start. The short transaction excludes passes of
 * other nodes.
 */
export async function claimNextRuns(options: Options): Promise<Pass> {
  const { orm, nodeId, now: clock, leaseMs, freeWorkers, isBusy = false } = options
  return await orm.transaction(async (tx) => {
    // Planning the snapshot query takes a hundred times as long as this check. A later request wakes the workers anyway.
    if (!(await tryLockAdmission(tx, sql`exists (select from ${runs} where ${isNull(runs.endedAt)})`)))
      return EMPTY_PASS
    const now = clock()
    const max = freeWorkers()
    // An additional candidate shows whether other nodes have something left to start.
    const situation = situationAt(await readSnapshot(tx, { candidates: max + 1, now }), now)
    const endings = dueEndings(situation)
    if (endings.length > 0) {
      await lockTaskRows(tx)
      for (const ending of endings) await applyEnding(tx, { ending, now })
      // An ending can cause further endings in its wave, so runs start in the next pass.
      return { attempts: [], isUnfinished: true, leavesRuns: false, dueAt: nextDueAt(situation) }
    }
    const leaseUntil = new Date(now.getTime() + leaseMs)
    const admissible = isBusy ? withoutFreeWorkers(situation) : situation
    const { admitted, after, isCutShort } = admitSeveral(admissible, { max, leaseUntil })
    const attempts = await claimRuns(tx, { runs: admitted, nodeId, now, leaseUntil })
    // If other transactions have changed or locked all these runs, another pass finds nothing. Those transactions wake the
    // workers, or a regular poll finds the runs.
    const isUnfinished = attempts.length > 0 && (isCutShort || attempts.length < admitted.length)
    const leavesRuns = admitted.length === max && (isCutShort || admit(after) !== undefined)
    return { attempts, isUnfinished, leavesRuns, dueAt: nextDueAt(after) }
  })
}

async function applyEnding(tx: Orm, { ending, now }: { ending: Ending; now: Date }): Promise<void> {
  const { run, status, log } = ending
  const { failure } = ending
  const isEnded = await endRun(tx, { runId: run.id, from: run.status, to: status, failure, now })
  if (!isEnded) return
  await appendTaskLogs(tx, [{ taskId: run.taskId, runId: run.id, ...log, at: now }])
  const { taskId, waveId } = run
  // A blocked run is part of the incident of the task that blocked it.
  if (failure?.cause === 'not_run') await notifyOfRun(tx, failure.task.id)
  else if (failure) await openLatest(tx, { kind: 'failed', taskId, waveId, failure }, now)
}

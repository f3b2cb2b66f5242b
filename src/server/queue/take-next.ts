import { admit } from '#domain/admission/admit.ts'
import { nextDueAt } from '#domain/admission/due.ts'
import { type Ending, endingsDue } from '#domain/admission/endings.ts'
import { type RunState, situationAt, situationOnceStarted } from '#domain/admission/situation.ts'
import { type Attempt, moveRun, takeRun } from '#server/runs/leases.ts'
import { readSnapshot } from '#server/runs/run-snapshot.ts'
import { lockAdmission, lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { appendTaskLogs } from '#server/tasks/task-logs.ts'
import type { WakeLine } from './wake-signal.ts'

interface Look {
  /** The run that this node is to work on now. */
  attempt: Attempt | undefined
  /** When time alone may bring the next thing to do. */
  dueAt: Date | undefined
}

interface Options {
  orm: Orm
  line: WakeLine
  nodeId: string
  now: () => Date
  leaseMs: number
}

/**
 * Ends what is over and takes the first run that may start, in one short transaction that no other node's look overlaps.
 * While more may start it wakes the next worker, so that free workers start one after the other.
 */
export async function takeNext({ orm, line, nodeId, now, leaseMs }: Options): Promise<Look> {
  return await orm.transaction(async (tx) => {
    await lockAdmission(tx)
    const moment = now()
    const found = situationAt(await readSnapshot(tx), moment)
    const endings = endingsDue(found)
    if (endings.length > 0) await lockTaskRows(tx)
    for (const ending of endings) await endRun(tx, { ending, now: moment })
    const situation = endings.length > 0 ? situationAt(await readSnapshot(tx), moment) : found
    const run = admit(situation)
    if (!run) {
      if (endings.length > 0) await line.wake(tx)
      return { attempt: undefined, dueAt: nextDueAt(situation) }
    }
    const leaseUntil = new Date(moment.getTime() + leaseMs)
    const attempt = await takeRun(tx, { run, nodeId, now: moment, leaseUntil })
    const then = situationOnceStarted(situation, { run, leaseUntil })
    // A run that was stopped under this look's eyes is not taken: the next look sees it as it is. And the next look passes
    // over those that the one taken holds up, to runs behind them that this one has not seen.
    const holdsUpOthers = then.runs.some((other) => holdsUp(run, other))
    if (!attempt || endings.length > 0 || holdsUpOthers || admit(then)) await line.wake(tx)
    return { attempt, dueAt: nextDueAt(then) }
  })
}

/** Whether a run that is worked on may be what another one, which waits, is passed over for. */
function holdsUp(run: RunState, other: RunState): boolean {
  if (other.status !== 'Queued') return false
  return other.targetSsId === run.targetSsId || (other.typeId === run.typeId && other.maxConcurrentTasks !== null)
}

async function endRun(tx: Orm, { ending, now }: { ending: Ending; now: Date }): Promise<void> {
  const { run, status, log } = ending
  const change = { endedAt: now, waitingUntil: null, leaseUntil: null }
  const isEnded = await moveRun(tx, { runId: run.id, from: run.status, to: status, change })
  if (isEnded) await appendTaskLogs(tx, [{ taskId: run.taskId, runId: run.id, ...log, at: now }])
}

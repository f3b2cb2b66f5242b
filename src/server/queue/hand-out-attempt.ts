import { setTimeout as delay } from 'node:timers/promises'
import { findWriter } from '#domain/admission/target-places.ts'
import { forgetVersions } from '#server/copy-jobs/copy-memories.ts'
import type { HandOutPorts } from '#server/hand-out/hand-out-ports.ts'
import { openTargetStore } from '#server/hand-out/stored-targets.ts'
import { saveProgress } from '#server/runs/attempt-lease.ts'
import { readSnapshot } from '#server/runs/run-snapshot.ts'
import { lockAdmission } from '#server/storage/advisory-locks.ts'
import type { AttemptWork } from './attempt-work.ts'
import { willWriteTo } from './prepare-attempt.ts'

/** The ports that only a hand-out needs. */
export function handOutPorts(
  at: AttemptWork,
): Pick<HandOutPorts, 'targets' | 'openChanges' | 'takePlaces' | 'willWriteTo' | 'willNoteIn'> {
  const { options, work, changes } = at
  return {
    targets: openTargetStore(options.orm, work.task.id),
    openChanges: (target, reach) => changes.selectTarget({ target, ...reach, keepsCells: work.keepsCells }),
    takePlaces: (targetSsIds) => takeTargetPlaces(at, targetSsIds),
    willWriteTo: (target) => willWriteTo(at, target),
    willNoteIn: (targetSsId) => forgetVersions(options.orm, targetSsId),
  }
}

/** Whether an attempt may use earlier runs' findings: not after a failed attempt, nor while a write may still arrive. */
export function mayRecallTargets({ options, work: { run, task, keepsCells, writesLandBy } }: AttemptWork): boolean {
  const hasLateWrite = writesLandBy !== null && writesLandBy > options.now()
  // An unchanged data copy is not written again, so it must exist already.
  return run.attempt <= 1 && !hasLateWrite && (task.dataCopyId !== null || !keepsCells)
}

/**
 * Claims the spreadsheets that a sheet lists, which were unknown at admission. Waits for runs that write there now, and keeps
 * new runs from starting.
 */
async function takeTargetPlaces(at: AttemptWork, ssIds: readonly string[]): Promise<void> {
  const { options, watch, work } = at
  if (!work.task.targetsFrom) return
  let waitsFor: string | undefined
  for (let writer = await tryToTake(at, ssIds); writer; writer = await tryToTake(at, ssIds)) {
    const { log } = watch.report.ports
    if (writer.taskName !== waitsFor) log('INFO', `Waiting: '${writer.taskName}' writes to one of the targets.`)
    waitsFor = writer.taskName
    await delay(options.timing.heartbeatMs, undefined, { signal: watch.signal })
  }
}

/** Claims all spreadsheets or none. Returns a run that writes to one of them. */
async function tryToTake({ attempt, options: { orm, now } }: AttemptWork, ssIds: readonly string[]) {
  return await orm.transaction(async (tx) => {
    await lockAdmission(tx)
    const { runs } = await readSnapshot(tx, { taskIds: [] })
    const writer = findWriter({ runId: attempt.runId, ssIds, runs, now: now() })
    await saveProgress(tx, { attempt, progress: { targetPlaces: { ssIds, isTaken: writer === undefined } } })
    return writer
  })
}

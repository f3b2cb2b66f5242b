import { setTimeout as delay } from 'node:timers/promises'
import { findWriter } from '#domain/admission/target-places.ts'
import { saveProgress } from '#server/runs/attempt-lease.ts'
import { readSnapshot } from '#server/runs/run-snapshot.ts'
import { lockAdmission } from '#server/storage/advisory-locks.ts'
import type { AttemptWork } from './attempt-work.ts'

/**
 * Takes the writer's places of spreadsheets that a sheet lists, unknown at admission. Waits for the runs that write
 * there now, and keeps new runs from starting.
 */
export async function takeTargetPlaces(at: AttemptWork, ssIds: readonly string[]): Promise<void> {
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

/** Takes all places or none. Returns a run that has one of the places. */
async function tryToTake({ attempt, options: { orm, now } }: AttemptWork, ssIds: readonly string[]) {
  return await orm.transaction(async (tx) => {
    await lockAdmission(tx)
    const { runs } = await readSnapshot(tx, { taskIds: [] })
    const writer = findWriter({ runId: attempt.runId, ssIds, runs, now: now() })
    await saveProgress(tx, { attempt, progress: { targetPlaces: { ssIds, isTaken: writer === undefined } } })
    return writer
  })
}

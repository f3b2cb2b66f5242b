import type { HandOutPorts } from '#server/hand-out/hand-out-ports.ts'
import { openTargetStore } from '#server/hand-out/stored-targets.ts'
import { forgetVersions } from '#server/sync/record/copy-memories.ts'
import type { AttemptWork } from './attempt-work.ts'
import { willWriteTo } from './prepare-attempt.ts'
import { takeTargetPlaces } from './take-target-places.ts'

/** The ports of a hand-out's run, besides the ports of a copy. */
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

/**
 * Whether an attempt may rely on earlier runs' findings: not after a failed attempt, nor while a write may still
 * arrive.
 */
export function mayRecallTargets({ options, work: { run, task, keepsCells, writesLandBy } }: AttemptWork): boolean {
  const hasLateWrite = writesLandBy !== null && writesLandBy > options.now()
  // An unchanged data copy is not written again, so there must be one.
  return run.attempt <= 1 && !hasLateWrite && (task.dataCopyId !== null || !keepsCells)
}

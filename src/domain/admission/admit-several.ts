import { admit, mayBlock } from './admit.ts'
import { type RunState, type Situation, situationAfterStart } from './situation.ts'

interface Limits {
  /** Maximum runs to start. */
  max: number
  /** Lease end of the started runs. */
  leaseUntil: Date
}

interface Admission {
  /** The runs to start now, in this order. */
  readonly admitted: readonly RunState[]
  /** The situation after these runs have started. */
  readonly after: Situation
  /** Whether runs outside the snapshot may have to start before its next run. */
  readonly isCutShort: boolean
}

/**
 * Admits runs one by one, each in the situation after the runs before it.
 *
 * A snapshot contains only the first unblocked runs of a type. Admission therefore stops after a run that may block one of
 * them: a run outside the snapshot may then have to start before all runs of the other types.
 */
export function admitSeveral(situation: Situation, { max, leaseUntil }: Limits): Admission {
  const admitted: RunState[] = []
  let after = situation
  while (admitted.length < max) {
    const run = admit(after)
    if (!run) break
    admitted.push(run)
    after = situationAfterStart(after, { run, leaseUntil })
    if (after.runs.some((queued) => mayBlock({ running: run, queued }))) return { admitted, after, isCutShort: true }
  }
  return { admitted, after, isCutShort: false }
}

import { admit, mayBlock } from './admit.ts'
import { type RunState, type Situation, situationAfterStart } from './situation.ts'

interface Limits {
  /** How many runs to start at most. */
  max: number
  /** When the leases of the started runs end. */
  leaseUntil: Date
}

interface Admission {
  /** The runs to start now, in this order. */
  readonly admitted: readonly RunState[]
  /** The situation once they have started. */
  readonly after: Situation
  /** Whether runs outside the snapshot may have to start before its next run. */
  readonly isCutShort: boolean
}

/**
 * Admits runs one by one, each in the situation after the runs before it.
 *
 * A snapshot contains only the first unblocked runs of a type. So admission stops after a run that may block one of them,
 * because a run behind it may come before everything the other types have to start.
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

import type { Failure } from '#domain/failures/failure.ts'
import type { AccountKind } from '#domain/tasks/lent-access.ts'
import type { LastCopy } from '#engine/last-copy/last-copy.ts'
import type { SyncOutcome } from '#engine/outcome.ts'
import type { Attempt } from '#server/runs/attempt-lease.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import type { RunReport } from './run-report.ts'

export type AttemptEnd =
  | {
      /** The run did its work, or found a reason not to: see the outcome. */
      kind: 'finished'
      outcome: SyncOutcome
      /** Memory and extent of the task's last copy before this run. */
      last: LastCopy
      /** Kind of the account the attempt used; null for a task that lists its accounts. */
      accountKind?: AccountKind | null
      publish: (tx: Orm) => Promise<void>
      remember: (tx: Orm) => Promise<void>
    }
  | { kind: 'failed'; error: unknown }
  | { kind: 'stopped' }
  | { kind: 'handedBack'; failure?: Failure }
  /** The end of the attempt could not be saved: the database refused it. */
  | { kind: 'notSaved'; failure: Extract<Failure, { cause: 'end_not_saved' }> }

/** An ended attempt with everything its node must record. */
export interface EndedAttempt {
  end: AttemptEnd
  attempt: Attempt
  /** The task at the start of the attempt. */
  task: RunWork['task']
  report: RunReport
  retry: RunWork['retry']
  /** The hold a person had accepted when the attempt began. */
  accepted: RunWork['accepted']
  /** Whether the attempt may have stored values of cells. */
  keepsCells: boolean
  /** Until when the provider may still apply an unanswered write. */
  writesLandBy: Date | null
  now: Date
}

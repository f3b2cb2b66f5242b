import type { ChangeHistory } from '#server/runs/change-history.ts'
import type { SyncJob } from './sync-job.ts'

/** What to put back, and where. */
export interface RestoreJob extends Pick<SyncJob, 'accounts' | 'owner'> {
  history: ChangeHistory
  /** The target is to be as before this run. */
  beforeRunId: number
  /** Whether cells that someone edited since are restored too. */
  restoresEdited: boolean
  /** Of the edited cells that a person has seen; null for an attempt that continues another one. */
  editedDigest: string | null
}

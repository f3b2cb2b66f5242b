import type { RowMoves } from '#domain/beside/row-moves.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { ChangeHistory } from './change-history.ts'

/** The runs to undo, and their target. */
export interface UndoJob extends Pick<SyncJob, 'access' | 'limits' | 'startRow' | 'shape' | 'note'> {
  history: ChangeHistory
  /** Oldest run to undo: the target gets back its state before this run. */
  beforeRunId: number
  /** Whether cells someone edited since are undone too. */
  undoesEdited: boolean
  /** Identifies the edited cells a person has seen; null for an attempt that continues another attempt. */
  editedDigest: string | null
  /** Row moves recorded by an earlier attempt of the undo. */
  ownMoves?: readonly RowMoves[]
}

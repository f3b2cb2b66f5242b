/** Runs to undo: the given run and later runs of the task. Stored in the database. */
export interface UndoRequest {
  readonly beforeRunId: number
  /** Whether cells edited since then keep their edits. */
  readonly edited: 'leave' | 'overwrite'
  /** Identifies the edited cells in the person's preview. Only these cells may be overwritten. */
  readonly editedDigest: string | null
  /** The value of the only target to undo, if the task hands rows out; absent for all targets. */
  readonly value?: string
}

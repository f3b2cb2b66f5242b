/** What a run restores. */
export interface RestoreRequest {
  /** The target is to be as before this run. */
  readonly beforeRunId: number
  /** What happens to cells that someone edited since. */
  readonly edited: 'leave' | 'restore'
  /** Of the edited cells that the person saw in the preview; only these may be replaced. */
  readonly editedDigest: string | null
}

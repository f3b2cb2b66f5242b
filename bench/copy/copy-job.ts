/** A copy from the first tab of a source to the first tab of a target. */
export interface CopyJob {
  sheetsUrl: string
  sourceId: string
  targetId: string
  rows: number
  columns: number
  /** Whether the target already contains an earlier copy. */
  isRepeated: boolean
}

/** Copies, and returns the number of cells written. */
export type Contender = (job: CopyJob) => Promise<number>

export const CHUNK_ROWS = 2000

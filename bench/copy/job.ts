/** One copy of the first tab of a source to the first tab of a target. */
export interface Job {
  sheetsUrl: string
  sourceId: string
  targetId: string
  rows: number
  columns: number
  /** The target holds an earlier copy. */
  isRepeated: boolean
}

/** Copies, and gives the number of cells it wrote. */
export type Contender = (job: Job) => Promise<number>

export const CHUNK_ROWS = 2000

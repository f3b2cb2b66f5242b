import type { ShapeFields } from '#domain/shape/shape.ts'
import type { LastCopy } from '#engine/last-copy/last-copy.ts'

/** A copy from the first tab of a source to the first tab of a target. */
export interface CopyJob {
  sheetsUrl: string
  sourceId: string
  targetId: string
  rows: number
  columns: number
  /** Whether the target already contains an earlier copy. */
  isRepeated: boolean
  /** Shape of the copy, only for our copy. */
  shape?: ShapeFields | undefined
  /** State after the last copy, only for our copy. */
  last?: LastCopy | undefined
}

export interface Copied {
  /** Cells written. */
  cells: number
  last?: LastCopy | undefined
}

export type Contender = (job: CopyJob) => Promise<Copied>

/** Rows per request of the loops. */
export const LOOP_ROWS = 5000

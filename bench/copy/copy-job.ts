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
  /** Only of ours: the shape of the copy. */
  shape?: ShapeFields | undefined
  /** Only for our copy: the state its last copy left. */
  last?: LastCopy | undefined
}

export interface Copied {
  /** Cells written. */
  cells: number
  last?: LastCopy | undefined
}

export type Contender = (job: CopyJob) => Promise<Copied>

/** Rows the loops copy at once. */
export const LOOP_ROWS = 5000

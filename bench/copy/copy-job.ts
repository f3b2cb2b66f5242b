import type { ShapeFields } from '#domain/shape/shape.ts'
import type { CopyMemory } from '#server/last-copy/copy-memory.ts'

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
  /** The memory of the contender's last copy. */
  memory?: CopyMemory | undefined
}

export interface Copied {
  /** Cells written. */
  cells: number
  memory?: CopyMemory | undefined
}

export type Contender = (job: CopyJob) => Promise<Copied>

export const CHUNK_ROWS = 2000

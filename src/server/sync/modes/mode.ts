import type { JobShape } from '#server/sync/job/job-shape.ts'

/** Traits of a way to write rows to the target. Other parts of a copy depend on these traits alone. */
export interface Mode {
  /** Each run adds rows below earlier rows, and does not compare earlier rows. */
  readonly addsRows: boolean
  /** Rows of earlier runs stay as they are, so their columns must stay too. */
  readonly keepsEarlierRows: boolean
  /** Rows are where the last run left them, so cells can be compared with the last run, and moved. */
  readonly isInPlace: boolean
  /** A row that people added becomes the task's once it has a key of the source. */
  readonly adoptsRows: boolean
}

const MIRROR: Mode = { addsRows: false, keepsEarlierRows: false, isInPlace: true, adoptsRows: false }
const APPEND: Mode = { addsRows: true, keepsEarlierRows: true, isInPlace: false, adoptsRows: false }
const UPDATE: Mode = { addsRows: false, keepsEarlierRows: true, isInPlace: false, adoptsRows: true }

/** Finds the mode of a job by its shape. */
export function findMode(shape: Pick<JobShape, 'append' | 'update'> | undefined): Mode {
  if (shape?.append) return APPEND
  return shape?.update ? UPDATE : MIRROR
}

import type { JobShape } from '#server/sync/job/job-shape.ts'
import { append } from './append.ts'
import { mirror } from './mirror.ts'
import type { Mode } from './mode.ts'
import { update } from './update.ts'

/** Finds the mode of a job by its shape. */
export function findMode(shape: Pick<JobShape, 'append' | 'update'> | undefined): Mode {
  if (shape?.append) return append
  return shape?.update ? update : mirror
}

import { removeHoldCells } from '#domain/guards/without-cells.ts'
import type { Failure } from './failure.ts'

/**
 * Removes cell values from a failure, for a task whose type stores none. Counts, addresses, and names of tabs and columns stay.
 */
export function withoutCells<F extends Failure>(failure: F): F {
  return removeCells(failure) as F
}

function removeCells(failure: Failure): Failure {
  switch (failure.cause) {
    case 'held':
      return { ...failure, holds: failure.holds.map(removeHoldCells) }
    case 'no_usable_account': {
      const rejected = failure.rejected.map((one) => ({ ...one, failure: withoutCells(one.failure) }))
      return { ...failure, rejected }
    }
    case 'targets_failed': {
      const targets = failure.targets.map((target) => ({ ...target, failure: withoutCells(target.failure) }))
      return { ...failure, targets }
    }
    case 'invalid':
      // Google may quote the value of a cell it rejects.
      return { ...failure, detail: '' }
    case 'values_clash':
      return { ...failure, values: [] }
    case 'target_list_wrong': {
      const problems = failure.problems.map((problem) =>
        problem.kind === 'no_file' ? { ...problem, text: '' } : problem,
      )
      return { ...failure, problems }
    }
    default:
      return removeHoldCells(failure)
  }
}

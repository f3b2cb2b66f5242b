import type { Failure, Hold } from './failure.ts'
import type { GuardFacts } from './guard-facts.ts'
import type { TaskFacts } from './task-failures.ts'

type CheckedFacts = GuardFacts & Pick<TaskFacts, 'error_jump' | 'values_clash' | 'target_list_wrong'>
/** The facts that take the place of those with cells. */
type Removals = {
  readonly [C in keyof CheckedFacts]: ((facts: CheckedFacts[C]) => Partial<CheckedFacts[C]>) | 'has_none'
}

const withoutExamples = () => ({ cells: [] })

/**
 * Removes values of cells from facts. Counts, addresses, and names of tabs and columns stay. A guard without an entry does
 * not compile.
 */
const removals: Removals = {
  target_occupied: withoutExamples,
  other_cells: withoutExamples,
  pivot_overwritten: 'has_none',
  no_row_matches: 'has_none',
  rows_not_carried: 'has_none',
  matches_shrank: 'has_none',
  keys_unusable: 'has_none',
  values_unmatched: () => ({ values: [] }),
  values_failed: withoutExamples,
  columns_misplaced: 'has_none',
  remarks_displaced: withoutExamples,
  columns_changed: 'has_none',
  columns_added: 'has_none',
  column_emptied: withoutExamples,
  kind_changed: withoutExamples,
  column_collapsed: withoutExamples,
  // The mean of one number is its value.
  numbers_scaled: ({ mean, lastMean }) => ({ cells: [], mean: mean / lastMean, lastMean: 1, areRelative: true }),
  column_moved: withoutExamples,
  columns_exchanged: 'has_none',
  keys_replaced: 'has_none',
  rows_repeated: 'has_none',
  expected_missing: 'has_none',
  expected_filled: withoutExamples,
  expected_unique: withoutExamples,
  error_jump: () => ({ first: undefined }),
  values_clash: () => ({ values: [] }),
  target_list_wrong: ({ problems }) => ({
    problems: problems.map((problem) => (problem.kind === 'no_file' ? { ...problem, text: '' } : problem)),
  }),
}

/** A failure without values of cells, for a task whose type keeps none. */
export function withoutCells<F extends Failure>(failure: F): F {
  return removeCells(failure) as F
}

/** Holds as a task may store them: without values of cells if its type keeps none. */
export function holdsToKeep(holds: readonly Hold[], { keepsCells }: { keepsCells: boolean }): readonly Hold[] {
  return keepsCells ? holds : holds.map(withoutCells)
}

function removeCells(failure: Failure): Failure {
  if (failure.cause === 'held') return { ...failure, holds: failure.holds.map(withoutCells) }
  if (failure.cause === 'no_usable_account') {
    const rejected = failure.rejected.map((one) => ({ ...one, failure: withoutCells(one.failure) }))
    return { ...failure, rejected }
  }
  // Google may quote the value of a cell that it rejects.
  if (failure.cause === 'invalid') return { ...failure, detail: '' }
  const remove = Object.hasOwn(removals, failure.cause) ? removals[failure.cause as keyof Removals] : 'has_none'
  return remove === 'has_none' ? failure : { ...failure, ...(remove as (facts: Failure) => object)(failure) }
}

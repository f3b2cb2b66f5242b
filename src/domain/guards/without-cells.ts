import { findGuard, type Hold } from './guards.ts'

/** Removes values of cells from a hold. Other failures stay as they are. */
export function removeHoldCells<F extends { readonly cause: string }>(hold: F): F {
  const remove = findGuard(hold.cause)?.withoutCells ?? 'has_none'
  return remove === 'has_none' ? hold : { ...hold, ...remove(hold) }
}

/** Holds to store with a task, without cell values if its type keeps none. */
export function holdsToKeep(holds: readonly Hold[], { keepsCells }: { keepsCells: boolean }): readonly Hold[] {
  return keepsCells ? holds : holds.map(removeHoldCells)
}

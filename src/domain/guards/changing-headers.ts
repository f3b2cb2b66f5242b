import type { Baseline } from './baseline.ts'
import type { Hold } from './guards.ts'

/** Columns matched by position from now on, after a person accepted holds about their headers. */
export function changingHeadersAfter(last: Baseline | undefined, accepted: readonly Hold[]): number[] {
  const places = new Set(last?.changingHeaders)
  for (const hold of accepted) {
    if (hold.cause !== 'columns_changed') continue
    const { before, after, moved } = hold
    // Only cells changed in place: a moved column is compared by its name again.
    if (before.length !== after.length || moved.length > 0) continue
    for (const [at, name] of before.entries()) if (after[at] !== name) places.add(at + 1)
  }
  return [...places].toSorted((one, other) => one - other)
}

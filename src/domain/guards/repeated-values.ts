export const MAX_REPEATED_KEYS_PERCENT = 3

/** Percentage of sampled values that occur more than once, given the count of each value. */
export function repeatedPercent(counts: readonly number[]): number {
  return counts.length === 0 ? 0 : (100 * counts.filter((count) => count > 1).length) / counts.length
}

/** Whether almost every value occurs once. */
export function isUniqueSample(counts: readonly number[]): boolean {
  return repeatedPercent(counts) <= MAX_REPEATED_KEYS_PERCENT
}

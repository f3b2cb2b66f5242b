import type { ColumnProfile } from './column-profile.ts'

type Values = Pick<ColumnProfile, 'values'>

/** The share of the sampled values missing in either column; 0 for the same values in any order. */
export function measureDifference({ values: one }: Values, { values: other }: Values): number {
  const largest = Math.min(findLargest(one), findLargest(other))
  const counts = new Map(one.hashes.map((hash, at) => [hash, one.counts[at] ?? 0]))
  for (const [at, hash] of other.hashes.entries()) counts.set(hash, (counts.get(hash) ?? 0) - (other.counts[at] ?? 0))
  const sampled = [one, other]
    .flatMap(({ hashes, counts: all }) => all.filter((_, at) => (hashes[at] ?? 0) <= largest))
    .reduce((sum, count) => sum + count, 0)
  const different = [...counts].filter(([hash]) => hash <= largest).reduce((sum, [, count]) => sum + Math.abs(count), 0)
  return different / Math.max(1, sampled)
}

/** Percentage of the expected values missing from the sample of `now`; 0 for fewer than three expected values. */
export function gonePercent({ values: last }: Values, { values: now }: Values): number {
  const largest = findLargest(now)
  const present = new Set(now.hashes)
  const expected = last.hashes.filter((hash) => hash <= largest)
  const gone = expected.filter((hash) => !present.has(hash))
  return expected.length < 3 ? 0 : (100 * gone.length) / expected.length
}

/** Counts the values sampled in both columns, and the values now exactly `times` as frequent as before. */
export function countMultiplied({ values: last }: Values, { values: now }: Values, times: number) {
  const largest = Math.min(findLargest(last), findLargest(now))
  const counts = new Map(now.hashes.map((hash, at) => [hash, now.counts[at] ?? 0]))
  const expected = last.hashes.filter((hash) => hash <= largest)
  const multiplied = expected.filter((hash, at) => counts.get(hash) === times * (last.counts[at] ?? 0))
  return { values: expected.length, multiplied: multiplied.length }
}

function findLargest({ isWhole, hashes }: ColumnProfile['values']): number {
  return isWhole ? Number.POSITIVE_INFINITY : (hashes.at(-1) ?? 0)
}

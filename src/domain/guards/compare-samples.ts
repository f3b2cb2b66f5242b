import type { RowSample, SourceProfile } from './source-profile.ts'

/** How the sampled rows of two copies differ. */
export interface SampleDifference {
  /** Sampled rows of the last copy that would be in the present sample if they were still there. */
  expected: number
  present: number
  /** For each column of the last copy: the shared rows with a value there, and how many of them changed. */
  columns: { filled: number; changed: number }[]
}

interface Samples {
  last: RowSample
  now: RowSample
  /** The present place of each column of the last copy, counted from 1; 0 for a missing column. */
  columns: readonly number[]
}

export function findSample({ samples }: SourceProfile, key: number): RowSample | undefined {
  return samples.find((sample) => sample.key === key)
}

/** The sample by the leftmost unique column. */
export function findKeySample({ samples }: SourceProfile): RowSample | undefined {
  return samples.find(({ key, isUnique }) => key > 0 && isUnique)
}

export function compareSamples({ last, now, columns }: Samples): SampleDifference {
  const largest = now.isWhole ? Number.POSITIVE_INFINITY : (now.keys.at(-1) ?? 0)
  const expected = last.keys.filter((key) => key <= largest)
  const rowsNow = new Map(now.keys.map((key, at) => [key, now.rows[at] ?? []]))
  const pairs = expected.flatMap((key, at) => {
    const found = rowsNow.get(key)
    return found ? [{ before: last.rows[at] ?? [], after: found }] : []
  })
  const compared = columns.map((place, at) => {
    const cells = pairs.map(({ before, after }) => [before[at] ?? 0, after[place - 1] ?? 0])
    const filled = cells.filter(([before, after]) => before !== 0 || after !== 0)
    return { filled: filled.length, changed: filled.filter(([before, after]) => before !== after).length }
  })
  return { expected: expected.length, present: pairs.length, columns: compared }
}

interface PropertyRuns<Case extends unknown[]> {
  few: number
  /** Seed for the few cases, if random cases might miss the states required by the property. */
  fewSeed?: number
  all: number
  /** Cases tried before the random ones. */
  examples?: Case[]
}

/**
 * Number of random cases of a long property: a few in `npm test`, all in `npm run test:long`. The latter runs tests tagged
 * `long` in files with calls of this function. The examples are added, because fast-check counts them within `numRuns`.
 */
export function propertyRuns<Case extends [unknown, ...unknown[]] = never>({
  few,
  fewSeed,
  all,
  examples = [],
}: PropertyRuns<Case>): { numRuns: number; seed?: number; examples: Case[] } {
  const isLong = process.env['PROPERTY_RUNS'] === 'all'
  const numRuns = (isLong ? all : few) + examples.length
  return { numRuns, ...(!isLong && fewSeed !== undefined && { seed: fewSeed }), examples }
}

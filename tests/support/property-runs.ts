interface PropertyRuns<Case extends unknown[]> {
  few: number
  /** Seed for the few cases, if random cases might miss the states required by the property. */
  fewSeed?: number
  all: number
  /** Cases to try before the random cases. */
  examples?: Case[]
}

/**
 * Sets the number of random cases of a long property: a few in `npm test`, all in `npm run test:long`, which runs tests tagged
 * `long`. Adds the number of examples, because fast-check counts them in `numRuns`.
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

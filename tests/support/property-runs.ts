interface PropertyRuns {
  few: number
  /** Seed for the few cases, if random cases might miss the states required by the property. */
  fewSeed?: number
  all: number
}

/**
 * Number of cases of a long property: a few in `npm test`, all in `npm run test:long`. The latter runs tests tagged `long` in
 * files with calls of this function.
 */
export function propertyRuns({ few, fewSeed, all }: PropertyRuns): { numRuns: number; seed?: number } {
  if (process.env['PROPERTY_RUNS'] === 'all') return { numRuns: all }
  return { numRuns: few, ...(fewSeed !== undefined && { seed: fewSeed }) }
}

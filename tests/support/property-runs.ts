interface PropertyRuns {
  few: number
  /** Where a few random cases may miss what the property must reach: a seed whose first cases reach it. */
  fewSeed?: number
  all: number
}

/**
 * Cases that a long property tries: a few in `npm test`, and all in `npm run test:long`, which runs the tests with the tag `long`
 * in the files that call this function.
 */
export function propertyRuns({ few, fewSeed, all }: PropertyRuns): { numRuns: number; seed?: number } {
  if (process.env['PROPERTY_RUNS'] === 'all') return { numRuns: all }
  return { numRuns: few, ...(fewSeed !== undefined && { seed: fewSeed }) }
}

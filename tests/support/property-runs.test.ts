import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from './property-runs.ts'

test('a property tries random cases besides its examples', () => {
  const tried: number[] = []
  const runs = propertyRuns({ few: 2, all: 2, examples: [[-1], [-2], [-3]] })
  fc.assert(
    fc.property(fc.nat(), (value) => void tried.push(value)),
    runs,
  )
  expect(tried.slice(0, 3)).toEqual([-1, -2, -3])
  expect(tried.slice(3)).toHaveLength(2)
})

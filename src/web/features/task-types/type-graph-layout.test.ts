import { expect, test } from 'vitest'
import { layoutTypes } from './type-graph-layout.ts'

const types = [
  { id: 1, depends_on_id: null },
  { id: 2, depends_on_id: 1 },
  { id: 3, depends_on_id: 2 },
  { id: 4, depends_on_id: null },
  { id: 5, depends_on_id: 99 },
]

test('places a type to the right of its dependency', () => {
  const positions = layoutTypes(types)
  const xs = [1, 2, 3].map((id) => positions.get(id)?.x ?? Number.NaN)
  expect(xs).toEqual(xs.toSorted((a, b) => a - b))
  expect(new Set(xs).size).toBe(3)
})

test('gives each type its own position', () => {
  const positions = [...layoutTypes(types).values()].map(({ x, y }) => `${x} ${y}`)
  expect(new Set(positions).size).toBe(types.length)
})

test('accepts an empty list', () => {
  expect(layoutTypes([]).size).toBe(0)
})

import { expect, test } from 'vitest'
import { layOutTypes } from './lay-out-types.ts'

const types = [
  { id: 1, depends_on_id: null },
  { id: 2, depends_on_id: 1 },
  { id: 3, depends_on_id: 2 },
  { id: 4, depends_on_id: null },
  { id: 5, depends_on_id: 99 },
]

test('a type stands to the right of what it depends on', () => {
  const places = layOutTypes(types)
  const across = [1, 2, 3].map((id) => places.get(id)?.x ?? Number.NaN)
  expect(across).toEqual(across.toSorted((a, b) => a - b))
  expect(new Set(across).size).toBe(3)
})

test('no two types stand on one place', () => {
  const places = [...layOutTypes(types).values()].map(({ x, y }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(types.length)
})

test('no types need no places', () => {
  expect(layOutTypes([]).size).toBe(0)
})

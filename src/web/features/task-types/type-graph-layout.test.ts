import { describe, expect, test } from 'vitest'
import { layoutTypes, layoutTypeTree } from './type-graph-layout.ts'

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

describe('as a tree', () => {
  test('a type is indented below its dependency, before the next tree', () => {
    const { positions } = layoutTypeTree([
      { id: 4, depends_on_id: null },
      { id: 1, depends_on_id: null },
      { id: 3, depends_on_id: 2 },
      { id: 2, depends_on_id: 1 },
      { id: 5, depends_on_id: 1 },
    ])
    const rows = [...positions].sort(([, one], [, other]) => one.y - other.y)
    expect(rows.map(([id, { x }]) => [id, x])).toEqual([
      [4, 0],
      [1, 0],
      [2, 24],
      [3, 48],
      [5, 24],
    ])
  })

  test('a deep chain stays as narrow as a shallow one', () => {
    const chain = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, depends_on_id: index || null }))
    const xs = [...layoutTypeTree(chain).positions.values()].map(({ x }) => x)
    expect(Math.max(...xs)).toBeCloseTo(110)
  })

  test('a type whose dependency is missing is at the top level, and an empty list has no height', () => {
    expect(layoutTypeTree([{ id: 5, depends_on_id: 99 }]).positions.get(5)).toEqual({ x: 0, y: 0 })
    expect(layoutTypeTree([])).toEqual({ positions: new Map(), heightPx: 0 })
  })
})

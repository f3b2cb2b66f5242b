import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MovedRow } from './moved-rows.ts'
import { createWriteOrder, type TargetTurn } from './write-order.ts'

function listTurns(keys: readonly string[], moved: readonly MovedRow[], failing: readonly string[] = []): TargetTurn[] {
  const order = createWriteOrder(keys, moved)
  const turns: TargetTurn[] = []
  for (let turn = order.next(); turn; turn = order.next()) {
    turns.push(turn)
    order.ended({ isWritten: !failing.includes(turn.key) })
  }
  return turns
}

test('a row is added to its new target before its former one loses it', () => {
  expect(listTurns(['a', 'b', 'c'], [{ row: 5, from: 'a', to: 'c' }])).toEqual([
    { key: 'b', keptRows: [], isFirstOfTwo: false },
    { key: 'c', keptRows: [], isFirstOfTwo: false },
    { key: 'a', keptRows: [], isFirstOfTwo: false },
  ])
})

test('a row stays in its former target if the new one was not written', () => {
  expect(listTurns(['a', 'b'], [{ row: 5, from: 'a', to: 'b' }], ['b'])).toEqual([
    { key: 'b', keptRows: [], isFirstOfTwo: false },
    { key: 'a', keptRows: [5], isFirstOfTwo: false },
  ])
})

test('of two targets that exchange rows, one keeps its rows at first', () => {
  const moved = [
    { row: 5, from: 'a', to: 'b' },
    { row: 6, from: 'b', to: 'a' },
  ]
  expect(listTurns(['a', 'b'], moved)).toEqual([
    { key: 'a', keptRows: [5], isFirstOfTwo: true },
    { key: 'b', keptRows: [], isFirstOfTwo: false },
    { key: 'a', keptRows: [], isFirstOfTwo: false },
  ])
})

test('whatever moves and fails, a row is never in none of its targets, and each target has a last turn', () => {
  const keys = ['a', 'b', 'c', 'd']
  const key = fc.constantFrom(...keys)
  const moves = fc.uniqueArray(
    fc.record({ row: fc.nat(9), from: key, to: key }).filter(({ from, to }) => from !== to),
    { selector: ({ row }) => row },
  )
  fc.assert(
    fc.property(moves, fc.subarray(keys), (moved, failing) => {
      const order = createWriteOrder(keys, moved)
      const places = new Map(moved.map(({ row, from }) => [row, new Set([from])]))
      const last = new Map<string, TargetTurn>()
      for (let turn = order.next(); turn; turn = order.next()) {
        const isWritten = !failing.includes(turn.key)
        last.set(turn.key, turn)
        if (isWritten) {
          for (const { row, from, to } of moved) {
            if (to === turn.key) places.get(row)?.add(to)
            if (from === turn.key && !turn.keptRows.includes(row)) places.get(row)?.delete(from)
          }
        }
        for (const found of places.values()) expect(found.size).toBeGreaterThan(0)
        order.ended({ isWritten })
      }
      expect([...last.keys()].toSorted()).toEqual(keys)
      for (const turn of last.values()) expect(turn.isFirstOfTwo && !failing.includes(turn.key)).toBe(false)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_SELECTION, extended, toggled, without } from './selection.ts'

const shownIds = [7, 3, 9, 1, 5]

test('a range extends from the last clicked task in display order, in both directions', () => {
  const first = toggled(EMPTY_SELECTION, 3)
  expect([...extended(first, { id: 1, shownIds }).ids]).toEqual([3, 9, 1])
  expect([...extended(toggled(EMPTY_SELECTION, 1), { id: 3, shownIds }).ids].sort()).toEqual([1, 3, 9])
})

test('a range adds to the selection, and the next range starts at its end', () => {
  const once = extended(toggled(toggled(EMPTY_SELECTION, 7), 9), { id: 1, shownIds })
  expect([...once.ids].sort()).toEqual([1, 7, 9])
  expect([...extended(once, { id: 5, shownIds }).ids].sort()).toEqual([1, 5, 7, 9])
})

test('without a visible anchor, a range selects a single task', () => {
  expect(extended(EMPTY_SELECTION, { id: 9, shownIds })).toEqual(toggled(EMPTY_SELECTION, 9))
  expect([...extended(toggled(EMPTY_SELECTION, 42), { id: 9, shownIds }).ids]).toEqual([42, 9])
})

test('without removes tasks and keeps the others', () => {
  const selection = toggled(extended(toggled(EMPTY_SELECTION, 7), { id: 9, shownIds }), 5)
  expect([...without(selection, [7, 9]).ids]).toEqual([3, 5])
})

test('toggling a task twice restores the selection', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.nat(9), (clicks, id) => {
      const before = clicks.reduce(toggled, EMPTY_SELECTION)
      expect([...toggled(toggled(before, id), id).ids].sort()).toEqual([...before.ids].sort())
    }),
  )
})

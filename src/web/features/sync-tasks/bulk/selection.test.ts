import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extended, NOTHING, toggled, without } from './selection.ts'

const shownIds = [7, 3, 9, 1, 5]

test('a range reaches from the task clicked last to this one, in the order shown, in both directions', () => {
  const first = toggled(NOTHING, 3)
  expect([...extended(first, { id: 1, shownIds }).ids]).toEqual([3, 9, 1])
  expect([...extended(toggled(NOTHING, 1), { id: 3, shownIds }).ids].sort()).toEqual([1, 3, 9])
})

test('a range adds to what was selected before, and the next one goes on from its end', () => {
  const once = extended(toggled(toggled(NOTHING, 7), 9), { id: 1, shownIds })
  expect([...once.ids].sort()).toEqual([1, 7, 9])
  expect([...extended(once, { id: 5, shownIds }).ids].sort()).toEqual([1, 5, 7, 9])
})

test('without a shown task to reach from, a range is one click', () => {
  expect(extended(NOTHING, { id: 9, shownIds })).toEqual(toggled(NOTHING, 9))
  expect([...extended(toggled(NOTHING, 42), { id: 9, shownIds }).ids]).toEqual([42, 9])
})

test('tasks acted upon leave the selection, those selected meanwhile stay', () => {
  const meanwhile = toggled(extended(toggled(NOTHING, 7), { id: 9, shownIds }), 5)
  expect([...without(meanwhile, [7, 9]).ids]).toEqual([3, 5])
})

test('two clicks on a task change nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.nat(9), (clicks, id) => {
      const before = clicks.reduce(toggled, NOTHING)
      expect([...toggled(toggled(before, id), id).ids].sort()).toEqual([...before.ids].sort())
    }),
  )
})

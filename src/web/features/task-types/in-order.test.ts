import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

const items = [{ id: 1 }, { id: 2 }, { id: 3 }]

test('items follow the order of the ids', () => {
  expect(inOrder(items, [3, 1, 2])).toEqual([{ id: 3 }, { id: 1 }, { id: 2 }])
})

test('items that came in the meantime stand at the end, items that went are left out', () => {
  expect(inOrder([...items, { id: 4 }], [9, 3])).toEqual([{ id: 3 }, { id: 1 }, { id: 2 }, { id: 4 }])
})

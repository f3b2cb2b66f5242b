import { expect, test } from 'vitest'
import { sortByIds } from './sort-by-ids.ts'

const items = [{ id: 1 }, { id: 2 }, { id: 3 }]

test('sorts items in the order of the ids', () => {
  expect(sortByIds(items, [3, 1, 2])).toEqual([{ id: 3 }, { id: 1 }, { id: 2 }])
})

test('puts items without an id in the list last and ignores ids without an item', () => {
  expect(sortByIds([...items, { id: 4 }], [9, 3])).toEqual([{ id: 3 }, { id: 1 }, { id: 2 }, { id: 4 }])
})

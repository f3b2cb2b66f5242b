import { expect, test } from 'vitest'
import { buildRowKey, createKeyIndex, keyCells } from './row-keys.ts'

test('a number and a text that looks like it are different keys, and a key needs all of its cells', () => {
  expect(buildRowKey([17])).not.toBe(buildRowKey(['17']))
  expect(buildRowKey(['a', 'b,c'])).not.toBe(buildRowKey(['a,b', 'c']))
  expect(buildRowKey([0, false])).toBeDefined()
  expect(buildRowKey(['a', ''])).toBeUndefined()
  expect(buildRowKey(['a', '\u00a0'])).toBeUndefined()
  expect(buildRowKey(keyCells(['a'], [1, 3]))).toBeUndefined()
  expect(buildRowKey(['#N/A (not found)'])).toBe(buildRowKey(['#N/A']))
})

test('rows that share a key are not found by it, and are listed with those that have none', () => {
  const index = createKeyIndex('en_US')
  for (const [at, key] of ['a', 'b', '', 'b', 'c', 'b'].entries()) index.add([key], at + 2)
  expect(index.find('["a"]')).toBe(2)
  expect(index.find('["b"]')).toBeUndefined()
  expect(index.isDoubled('["b"]')).toBe(true)
  expect(index.problems()).toEqual({ empty: 1, doubled: 3, rows: [4, 3, 5, 7] })
  expect(createKeyIndex('en_US').problems()).toBeUndefined()
  const asMany = createKeyIndex('en_US')
  for (const [at, key] of ['', 'b', 'b', ''].entries()) asMany.add([key], at + 2)
  expect(asMany.problems()).toMatchObject({ empty: 2, doubled: 2 })
})

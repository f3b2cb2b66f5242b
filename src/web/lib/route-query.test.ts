import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { keyOf } from './route-query.ts'

test('numeric and string ids have the same key', () => {
  expect(keyOf(api.tasks.get, { params: { id: 7 } })).toEqual(keyOf(api.tasks.get, { params: { id: '7' } }))
})

test("a route's key without input is the prefix of all its keys", () => {
  expect(keyOf(api.tasks.list, { query: { page: 2 } }).slice(0, 1)).toEqual(keyOf(api.tasks.list))
})

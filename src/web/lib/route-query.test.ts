import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { keyOf } from './route-query.ts'

test('a key is the same whether the id is a number or text', () => {
  expect(keyOf(api.tasks.get, { params: { id: 7 } })).toEqual(keyOf(api.tasks.get, { params: { id: '7' } }))
})

test("a route's bare key is a prefix of the keys of all its replies", () => {
  expect(keyOf(api.tasks.list, { query: { page: 2 } }).slice(0, 1)).toEqual(keyOf(api.tasks.list))
})

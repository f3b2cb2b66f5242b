import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { buildQueryKey } from './route-query.ts'

test('numeric and string ids have the same key', () => {
  expect(buildQueryKey(api.tasks.get, { params: { id: 7 } })).toEqual(
    buildQueryKey(api.tasks.get, { params: { id: '7' } }),
  )
})

test("a route's key without input is the prefix of all its keys", () => {
  expect(buildQueryKey(api.tasks.list, { query: { page: 2 } }).slice(0, 1)).toEqual(buildQueryKey(api.tasks.list))
})

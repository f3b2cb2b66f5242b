import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { addressOf } from './address-of.ts'
import { keyOf } from './route-query.ts'

test('path parameters are filled in and encoded', () => {
  expect(addressOf(api.tasks.stop, { params: { id: 7 } })).toBe('/api/sync_tasks/stop/7')
  expect(addressOf(api.spreadsheets.get, { params: { id: 'a/b ?' } })).toBe('/api/spreadsheets/a%2Fb%20%3F')
})

test('the query string leaves out what is not given', () => {
  const query = { offset: 0, sort: undefined, columns: 'a b,"c,d"' }
  expect(addressOf(api.dataCopy.page, { params: { id: 1 }, query })).toBe(
    '/api/sync_tasks/1/data_copy?offset=0&columns=a+b%2C%22c%2Cd%22',
  )
  expect(addressOf(api.tasks.list, { query: {} })).toBe('/api/sync_tasks')
})

test('a reply is found by the same key whether its id came as a number or from an address', () => {
  expect(keyOf(api.tasks.get, { params: { id: 7 } })).toEqual(keyOf(api.tasks.get, { params: { id: '7' } }))
})

test("a route's bare key is the prefix of the keys of all its replies", () => {
  expect(keyOf(api.tasks.list, { query: { page: 2 } }).slice(0, 1)).toEqual(keyOf(api.tasks.list))
})

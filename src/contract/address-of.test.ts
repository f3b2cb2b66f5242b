import { expect, test } from 'vitest'
import { addressOf } from './address-of.ts'
import { api } from './api.ts'

test('path parameters are filled in and encoded', () => {
  expect(addressOf(api.tasks.stop, { params: { id: 7 } })).toBe('/api/sync_tasks/stop/7')
  expect(addressOf(api.spreadsheets.get, { params: { id: 'a/b ?' } })).toBe('/api/spreadsheets/a%2Fb%20%3F')
})

test('the query string leaves out missing values', () => {
  const query = { offset: 0, sort: undefined, columns: 'a b,"c,d"' }
  expect(addressOf(api.dataCopy.page, { params: { id: 1 }, query })).toBe(
    '/api/sync_tasks/1/data_copy?offset=0&columns=a%20b%2C%22c%2Cd%22',
  )
  expect(addressOf(api.tasks.list, { query: {} })).toBe('/api/sync_tasks')
})

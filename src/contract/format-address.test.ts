import { expect, test } from 'vitest'
import { api } from './api.ts'
import { formatAddress } from './format-address.ts'

test('path parameters are filled in and encoded', () => {
  expect(formatAddress(api.tasks.stop, { params: { id: 7 } })).toBe('/api/sync_tasks/stop/7')
  expect(formatAddress(api.spreadsheets.get, { params: { id: 'a/b ?' } })).toBe('/api/spreadsheets/a%2Fb%20%3F')
})

test('the query string leaves out missing values', () => {
  const query = { offset: 0, sort: undefined, columns: 'a b,"c,d"' }
  expect(formatAddress(api.dataCopy.page, { params: { id: 1 }, query })).toBe(
    '/api/sync_tasks/1/data_copy?offset=0&columns=a%20b%2C%22c%2Cd%22',
  )
  expect(formatAddress(api.tasks.list, { query: {} })).toBe('/api/sync_tasks')
})

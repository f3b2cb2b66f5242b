import { expect, test } from 'vitest'
import { findConnectionFault } from './connection-fault.ts'

const fetchFailed = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`${code}: no more`), { code }) })

test('a machine without free connections is distinguished from a provider that refuses one', () => {
  expect(findConnectionFault(fetchFailed('EMFILE'))?.message).toBe('cannot open connections (EMFILE: no more)')
  expect(findConnectionFault(fetchFailed('ECONNREFUSED'))).toBeUndefined()
})

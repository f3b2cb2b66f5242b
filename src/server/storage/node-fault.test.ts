import { expect, test } from 'vitest'
import { findConnectionFault, findDiskFault } from '#engine/node-fault.ts'

const systemError = (code: string) => Object.assign(new Error(`${code}: no more`), { code })
const fetchFailed = (code: string) => new TypeError('fetch failed', { cause: systemError(code) })

test('errors of this machine are distinguished from those of the provider', () => {
  expect(findDiskFault(systemError('ENOSPC'))?.message).toBe('cannot write temporary files (ENOSPC: no more)')
  expect(findDiskFault(new SyntaxError('Unexpected end'))).toBeUndefined()
  expect(findConnectionFault(fetchFailed('EMFILE'))?.message).toBe('cannot open connections (EMFILE: no more)')
  expect(findConnectionFault(fetchFailed('ECONNREFUSED'))).toBeUndefined()
})

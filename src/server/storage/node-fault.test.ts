import { expect, test } from 'vitest'
import { connectionFaultOf, diskFaultOf } from './node-fault.ts'

const systemError = (code: string) => Object.assign(new Error(`${code}: no more`), { code })
const fetchFailed = (code: string) => new TypeError('fetch failed', { cause: systemError(code) })

test('errors of this machine are distinguished from those of the provider', () => {
  expect(diskFaultOf(systemError('ENOSPC'))?.message).toBe('cannot write temporary files (ENOSPC: no more)')
  expect(diskFaultOf(new SyntaxError('Unexpected end'))).toBeUndefined()
  expect(connectionFaultOf(fetchFailed('EMFILE'))?.message).toBe('cannot open connections (EMFILE: no more)')
  expect(connectionFaultOf(fetchFailed('ECONNREFUSED'))).toBeUndefined()
})

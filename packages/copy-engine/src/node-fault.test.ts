import { expect, test } from 'vitest'
import { findDiskFault } from './node-fault.ts'

test('a full disk is distinguished from a bug', () => {
  const full = Object.assign(new Error('ENOSPC: no more'), { code: 'ENOSPC' })
  expect(findDiskFault(full)?.message).toBe('cannot write temporary files (ENOSPC: no more)')
  expect(findDiskFault(new SyntaxError('Unexpected end'))).toBeUndefined()
})

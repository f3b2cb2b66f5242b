import { expect, test } from 'vitest'
import { ADVISORY_LOCKS } from './advisory-locks.ts'

test('every advisory lock has its own number', () => {
  const numbers = Object.values(ADVISORY_LOCKS)
  expect(numbers).toEqual([...new Set(numbers)])
})

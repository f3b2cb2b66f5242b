import { expect, test } from 'vitest'
import { withCondition } from './with-condition.ts'

test.each([
  ['', { column: 'Status', operator: '=', value: ' open ' }, 'Status = open'],
  ['A = 1', { column: 'Check in', operator: '>=', value: 'today - 30' }, 'A = 1\n"Check in" >= today - 30'],
  ['', { column: 'a = b', operator: 'in', value: 'North | South' }, '"a = b" in North | South'],
  ['A = 1\n', { column: 'B', operator: 'is empty', value: 'ignored' }, 'A = 1\nB is empty'],
  ['', { column: 'B', operator: 'contains', value: 'a;b' }, 'B contains "a;b"'],
] as const)('%j and %j are %j', (rows, condition, expected) => expect(withCondition(rows, condition)).toBe(expected))

import { expect, test } from 'vitest'
import { isAddress, listProblem, splitAddresses, withCommas } from './address-list.ts'

const BOTH = ['ann@example.com', 'bob@example.com']

test.each([
  ['', []],
  [' ,; ', []],
  ['ann@example.com,bob@example.com', BOTH],
  ['ann@example.com; bob@example.com;', BOTH],
  ['ann@example.com bob@example.com', BOTH],
  ['ann@example.com\r\nbob@example.com\n', BOTH],
  ['ann@example.com\u00a0bob@example.com', BOTH],
  ['Ann Lee <ann@example.com>, Bob <bob@example.com>', BOTH],
  ['"Lee, Ann" <ann@example.com>; <bob@example.com>', BOTH],
  ['ann@example.com Bob <bob@example.com>', BOTH],
  ['ann@example.com <ann@example.com>, bob@example.com, bob@example.com', BOTH],
  ["'ann@example.com' <ann@example.com>; mailto:bob@example.com", BOTH],
  ['"ann@example.com"; "Bob" <mailto:bob@example.com>', BOTH],
  ['ann@example.com, Bob', ['ann@example.com', 'Bob']],
  ['Lee, Ann <ann@example.com>', ['Lee', 'ann@example.com']],
  ['ann@example.com, not an address', ['ann@example.com', 'not an address']],
  ['@example.com; none', ['@example.com', 'none']],
])('%j holds %j', (pasted, entries) => {
  expect(splitAddresses(pasted)).toEqual(entries)
})

test.each([
  ['ann@example.com', true],
  ["o'brien+x@sub.example-mail.com", true],
  ['Bob', false],
  ['@example.com', false],
  ['ann@example.com@example.com', false],
  ['ann@exämple.com', false],
])('%j is an address: %j', (entry, expected) => {
  expect(isAddress(entry)).toBe(expected)
})

test('the first invalid address is named', () => {
  expect(listProblem('Ann <ann@example.com>; bob@example.com')).toBeUndefined()
  expect(listProblem('ann@example.com; Bob the builder, carl')).toBe(
    '"Bob the builder" is not an address. Enter email addresses such as ops@example.com, separated by commas',
  )
})

test.each([
  ['ann@example.com,bob@example.com', 'ann@example.com,bob@example.com'],
  ['ann@example.com,  bob@example.com', 'ann@example.com,  bob@example.com'],
  ['ann@example.com;bob@example.com', 'ann@example.com, bob@example.com'],
  ['Ann <ann@example.com>', 'ann@example.com'],
  ['', ''],
])('%j is stored as %j', (pasted, stored) => {
  expect(withCommas(pasted)).toBe(stored)
})

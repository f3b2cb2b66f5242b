import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareError, mayBeUnsettled, readErrorText, readsAsLoading, settleCell } from './error-cell.ts'

const tokens = ['#REF!', '#N/A', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#ERROR!', '#SPILL!', '#CALC!']

test.each([
  ['#REF!', '#REF!', ''],
  ['#N/A ()', '#N/A', ''],
  ["#N/A (Did not find value '7' in VLOOKUP evaluation.)", '#N/A', "Did not find value '7' in VLOOKUP evaluation."],
  ['#ERROR! (Formula parse error.)', '#ERROR!', 'Formula parse error.'],
  ['#VALUE! (a (nested) one)', '#VALUE!', 'a (nested) one'],
  ['#REF! (two\nlines)', '#REF!', 'two\nlines'],
])('%j is the error %s with the message %j', (text, token, message) => {
  expect(readErrorText(text)).toEqual({ token, message })
  expect(bareError(text)).toBe(token)
})

test.each(['#REF! is an error', '#1', '#REF!(x)', ' #REF!', '#N/A (', '#ref!', '', 7, true, null])(
  '%j does not read like an error',
  (cell) => {
    expect(readErrorText(cell)).toBeUndefined()
    expect(bareError(cell)).toBe(cell)
  },
)

test('any token with any message reads like an error, and reduces to its token', () => {
  fc.assert(
    fc.property(fc.constantFrom(...tokens), fc.string(), (token, message) => {
      expect(bareError(`${token} (${message})`)).toBe(token)
      expect(bareError(token)).toBe(token)
    }),
  )
})

test.each([
  ['#N/A', 'N_A', 'error'],
  ['#N/A', undefined, 'text'],
  ['#N/A (as text)', undefined, 'text'],
  ['#ERROR! (Loading...)', 'ERROR', 'loading'],
  ['#ERROR! (Wird geladen…)', 'ERROR', 'loading'],
  ['#ERROR! (Loading...)', undefined, 'text'],
  ['Loading...', 'LOADING', 'loading'],
  ['Loading...', undefined, 'text'],
  ['#N/A (Loading data…)', 'LOADING', 'loading'],
  ['Chargement…', 'LOADING', 'loading'],
  ['and so on...', undefined, 'text'],
] as const)('%j of type %s is %s', (text, errorType, settled) => {
  expect(mayBeUnsettled(text)).toBe(true)
  expect(settleCell(text, errorType)).toBe(settled)
})

test.each(['plain', 'a description that is longer than any placeholder...', 7, false, null, '#tag', 'Loading dock'])(
  '%j needs no question',
  (cell) => {
    expect(mayBeUnsettled(cell)).toBe(false)
  },
)

test.each([
  ['Loading...', true],
  ['loading…', true],
  ['#ERROR! (Loading...)', true],
  ['Loading dock', false],
  ['Loading', false],
  ['#N/A', false],
])('%j reads as loading: %s', (text, isLoading) => {
  expect(readsAsLoading(text)).toBe(isLoading)
})

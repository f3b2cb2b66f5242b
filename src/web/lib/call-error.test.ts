import { expect, test } from 'vitest'
import { CallError, isForWantOfSignIn, messageOf } from './call-error.ts'

const told = new CallError({ status: 401, code: 'unauthenticated', message: 'Please sign in first' })
const silent = new CallError({ status: 401, code: undefined, message: 'Server error: 401' })
const forbidden = new CallError({ status: 403, code: 'forbidden', message: 'Not you' })
const lost = new CallError({ status: undefined, code: 'no_response', message: 'No response from server.' })

test.each([
  [told, 'Please sign in first'],
  [silent, 'Fallback'],
  [lost, 'Fallback'],
  [new Error('a bug'), 'Fallback'],
])('only a sentence of the server stands before the fallback: %s', (error, message) => {
  expect(messageOf(error, 'Fallback')).toBe(message)
})

test.each([
  [told, true],
  [silent, true],
  [forbidden, false],
  [lost, false],
  [new Error('a bug'), false],
])('a sign-in is wanted after %s: %s', (error, isWanted) => {
  expect(isForWantOfSignIn(error)).toBe(isWanted)
})

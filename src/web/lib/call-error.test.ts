import { expect, test } from 'vitest'
import { CallError, isUnauthenticated, readMessage } from './call-error.ts'

const unauthenticated = new CallError({ status: 401, serverMessage: { message: 'Please sign in first' } })
const unreadable = new CallError({ status: 401 })
const forbidden = new CallError({ status: 403, serverMessage: { message: 'Access denied' } })
const noResponse = new CallError({ status: undefined })

test.each([
  [unauthenticated, 'Please sign in first'],
  [unreadable, 'Fallback'],
  [noResponse, 'Fallback'],
  [new Error('a bug'), 'Fallback'],
])("only the server's message replaces the fallback: %s", (error, message) => {
  expect(readMessage(error, 'Fallback')).toBe(message)
})

test.each([
  [unauthenticated, true],
  [unreadable, true],
  [forbidden, false],
  [noResponse, false],
  [new Error('a bug'), false],
])('isUnauthenticated of %s: %s', (error, expected) => {
  expect(isUnauthenticated(error)).toBe(expected)
})

import { expect, test } from 'vitest'
import { isRenewalDue, sessionEnd } from './session-lifetime.ts'

const at = (text: string) => new Date(`2030-03-${text}Z`)

test.each([
  { lastActiveAt: '01T08:00', end: '04T08:00', why: 'after three idle days' },
  { lastActiveAt: '10T20:00', end: '13T20:00', why: 'after three idle days' },
  { lastActiveAt: '14T20:00', end: '15T08:00', why: 'fourteen days after the sign-in, although it is in use' },
])('a session last active at $lastActiveAt ends $why', ({ lastActiveAt, end }) => {
  expect(sessionEnd({ signedInAt: at('01T08:00'), lastActiveAt: at(lastActiveAt) })).toEqual(at(end))
})

test('activity is recorded once an hour', () => {
  expect(isRenewalDue({ lastActiveAt: at('01T08:00:00'), now: at('01T08:59:59') })).toBe(false)
  expect(isRenewalDue({ lastActiveAt: at('01T08:00:00'), now: at('01T09:00:00') })).toBe(true)
  expect(isRenewalDue({ lastActiveAt: null, now: at('01T09:00:00') })).toBe(true)
})

import { expect, test } from 'vitest'
import { isAllowed } from '#server/config/is-allowed.ts'
import { maySignIn } from './may-sign-in.ts'

test.each([
  { email: 'ada@example.com', allowed: [], isIn: true },
  { email: 'ada@example.com', allowed: ['ada@example.com'], isIn: true },
  { email: 'Ada@Example.com', allowed: ['ada@example.com'], isIn: true },
  { email: 'ada@example.com', allowed: ['@example.com'], isIn: true },
  { email: 'ada@sub.example.com', allowed: ['@example.com'], isIn: false },
  { email: 'ada@example.com.evil.org', allowed: ['@example.com'], isIn: false },
  { email: 'ada@evil.org', allowed: ['ada@example.com', '@example.com'], isIn: false },
  { email: '@example.com@evil.org', allowed: ['@example.com'], isIn: false },
])('with $allowed allowed, $email may sign in: $isIn', ({ email, allowed, isIn }) => {
  expect(isAllowed(email, allowed)).toBe(isIn)
})

const ADA = { subject: '1', email: 'ada@example.com', name: 'Ada', isEmailVerified: true }

test.each([
  { who: 'an account of the allowed domain', domain: '@example.com', allowed: ['@example.com'], isIn: true },
  { who: 'a personal account with such an address', domain: undefined, allowed: ['@example.com'], isIn: false },
  { who: 'an account of another domain', domain: '@evil.example', allowed: ['@example.com'], isIn: false },
  { who: 'a personal account that is listed itself', domain: undefined, allowed: ['ada@example.com'], isIn: true },
  { who: 'anyone where everyone is allowed', domain: undefined, allowed: [], isIn: true },
])('$who may sign in: $isIn', ({ domain, allowed, isIn }) => {
  expect(maySignIn({ ...ADA, domain }, allowed)).toBe(isIn)
})

test('an address that the provider has not verified may sign in only where everyone is allowed', () => {
  const unknown = { ...ADA, isEmailVerified: undefined, domain: '@example.com' }
  expect(maySignIn(unknown, ['@example.com'])).toBe(false)
  expect(maySignIn(unknown, [])).toBe(true)
  expect(maySignIn({ ...unknown, isEmailVerified: false }, [])).toBe(false)
})

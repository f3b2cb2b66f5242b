import { expect, test } from 'vitest'
import { isAllowed } from './is-allowed.ts'

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

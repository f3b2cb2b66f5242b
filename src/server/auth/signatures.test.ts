import { expect, test } from 'vitest'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { createSignatures } from './signatures.ts'

const START = Date.parse('2026-03-02T09:00:00Z')

function signaturesAt(ms: number, { secrets = ['secret'], purpose = 'tests' } = {}) {
  return createSignatures({ secrets, purpose, lifetimeMs: HOUR_MS, now: () => new Date(START + ms) })
}

const signature = signaturesAt(0).sign('text')

test('a signature is valid for its text, on every node with the secret, until it ends', () => {
  expect(signaturesAt(0).isValid('text', signature)).toBe(true)
  expect(signaturesAt(HOUR_MS - SECOND_MS).isValid('text', signature)).toBe(true)
  expect(signaturesAt(HOUR_MS).isValid('text', signature)).toBe(false)
  expect(signaturesAt(0).isValid('other text', signature)).toBe(false)
})

test('a signature of an earlier secret is valid until that is removed, and one for another purpose never is', () => {
  expect(signaturesAt(0, { secrets: ['new', 'secret'] }).isValid('text', signature)).toBe(true)
  expect(signaturesAt(0, { secrets: ['new'] }).isValid('text', signature)).toBe(false)
  expect(signaturesAt(0, { purpose: 'something else' }).isValid('text', signature)).toBe(false)
})

test.each(['', '.', 'text', signature.replace(/^\d+/, '9999999999'), signature.slice(0, -1)])(
  'a signature that was altered is refused: %s',
  (altered) => {
    expect(signaturesAt(0).isValid('text', altered)).toBe(false)
  },
)

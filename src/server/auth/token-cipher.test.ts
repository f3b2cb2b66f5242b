import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokenCipher } from './token-cipher.ts'

const SECRET = 'a secret that is long enough for tests'
const cipher = createTokenCipher([SECRET])
const owner = 'maria@example.com'

test('a sealed token can be opened again and does not contain the token', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), fc.emailAddress(), (token, anyone) => {
      const sealed = cipher.seal({ token, owner: anyone })
      expect(Buffer.from(sealed, 'base64url').includes(token)).toBe(false)
      expect(cipher.open({ sealed, owner: anyone })).toBe(token)
    }),
  )
})

test('sealing the same token twice gives different results', () => {
  expect(cipher.seal({ token: 'token', owner })).not.toBe(cipher.seal({ token: 'token', owner }))
})

test('a sealed token cannot be opened with another secret, for another owner, or when altered', () => {
  const sealed = cipher.seal({ token: 'token', owner })
  expect(createTokenCipher(['another secret']).open({ sealed, owner })).toBeUndefined()
  expect(cipher.open({ sealed, owner: 'eve@example.com' })).toBeUndefined()
  expect(cipher.open({ sealed: `${sealed.slice(0, -2)}AA`, owner })).toBeUndefined()
  expect(cipher.open({ sealed: '', owner })).toBeUndefined()
})

test('a token sealed under an earlier secret can be opened, and is sealed under the current one once', () => {
  const sealed = cipher.seal({ token: 'token', owner })
  const rotated = createTokenCipher(['the new secret', SECRET])
  expect(rotated.open({ sealed, owner })).toBe('token')
  const resealed = rotated.reseal({ sealed, owner }) ?? ''
  expect(createTokenCipher(['the new secret']).open({ sealed: resealed, owner })).toBe('token')
  expect(rotated.reseal({ sealed: resealed, owner })).toBeUndefined()
  expect(rotated.reseal({ sealed, owner: 'eve@example.com' })).toBeUndefined()
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokenCipher } from './token-cipher.ts'

const cipher = createTokenCipher('a secret that is long enough for tests')
const owner = 'maria@example.com'

test('what is sealed can be opened again, and does not hold the token', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), fc.emailAddress(), (token, anyone) => {
      const sealed = cipher.seal({ token, owner: anyone })
      expect(Buffer.from(sealed, 'base64url').includes(token)).toBe(false)
      expect(cipher.open({ sealed, owner: anyone })).toBe(token)
    }),
  )
})

test('the same token is sealed differently each time', () => {
  expect(cipher.seal({ token: 'token', owner })).not.toBe(cipher.seal({ token: 'token', owner }))
})

test('nothing opens under another secret, for another owner, or after a change', () => {
  const sealed = cipher.seal({ token: 'token', owner })
  expect(createTokenCipher('another secret').open({ sealed, owner })).toBeUndefined()
  expect(cipher.open({ sealed, owner: 'eve@example.com' })).toBeUndefined()
  expect(cipher.open({ sealed: `${sealed.slice(0, -2)}AA`, owner })).toBeUndefined()
  expect(cipher.open({ sealed: '', owner })).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import { GOOGLE_ISSUER } from '#server/config/config.ts'
import { MAX_NAME_LENGTH, readIdentity } from './identity.ts'

const OTHER_ISSUER = 'https://id.example'

test.each([
  'kevin', // no domain
  '\u212Aevin@example.com', // the Kelvin sign, which becomes a k in lower case
  'ad\u0430@example.com', // a Cyrillic letter
  'ada@exämple.com',
  'ada@evil.example@example.com',
  'ada smith@example.com',
  'ada@example.com\u0000',
  `ada@${'a'.repeat(251)}`,
])('%j is not an address', (email) => {
  expect(() => readIdentity({ sub: '1', email }, OTHER_ISSUER)).toThrow('not an email address')
})

test.each([
  { name: 'a'.repeat(500_000), shown: 'a'.repeat(MAX_NAME_LENGTH) },
  { name: `${'a'.repeat(MAX_NAME_LENGTH - 1)}🎈`, shown: `${'a'.repeat(MAX_NAME_LENGTH - 1)}\uFFFD` },
  { name: 'Ada\u0000Lovelace', shown: 'Ada Lovelace' },
  { name: ' ', shown: 'ada@example.com' },
  { name: undefined, shown: 'ada@example.com' },
])('a name is cut to what can be shown and stored', ({ name, shown }) => {
  expect(readIdentity({ sub: '1', email: 'Ada@Example.com', name }, OTHER_ISSUER).name).toBe(shown)
})

describe('the domain that vouches for an address', () => {
  test.each([
    { issuer: OTHER_ISSUER, hd: undefined, domain: '@example.com' },
    { issuer: GOOGLE_ISSUER, hd: undefined, domain: undefined },
    { issuer: GOOGLE_ISSUER, hd: 'Example.com', domain: '@example.com' },
    { issuer: GOOGLE_ISSUER, hd: 'evil.example', domain: '@evil.example' },
  ])('of $issuer with hd $hd is $domain', ({ issuer, hd, domain }) => {
    expect(readIdentity({ sub: '1', email: 'ada@example.com', hd }, issuer).domain).toBe(domain)
  })
})

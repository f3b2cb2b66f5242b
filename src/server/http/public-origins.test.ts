import { expect, test } from 'vitest'
import { publicOrigins, readOrigin } from './public-origins.ts'

const configured = ['https://nano.example', 'https://turbo.example:8443']

test('the first configured origin is the main one', () => {
  const origins = publicOrigins({ configured, localUrl: 'http://127.0.0.1:3000', isEmbeddedSignIn: false })
  expect(origins).toEqual({ main: 'https://nano.example', all: configured })
})

test.each([
  { host: 'nano.example', origin: 'https://nano.example' },
  { host: 'Turbo.Example:8443', origin: 'https://turbo.example:8443' },
  { host: 'nano.example:443', origin: 'https://nano.example' },
  { host: 'turbo.example', origin: undefined },
  { host: 'turbo.example:443', origin: undefined },
  { host: 'nano.example:80', origin: undefined },
  { host: '127.0.0.1:3000', origin: undefined },
  { host: '', origin: undefined },
])('the origin of host "$host" is $origin', ({ host, origin }) => {
  expect(readOrigin({ main: 'https://nano.example', all: configured }, host)).toBe(origin)
})

test('without configured origins, the embedded sign-in works under all names of this machine', () => {
  const origins = publicOrigins({ configured: [], localUrl: 'http://127.0.0.1:3000', isEmbeddedSignIn: true })
  expect(origins.main).toBe('http://127.0.0.1:3000')
  expect(origins.all).toContain(origins.main)
  for (const host of ['localhost:3000', '[::1]:3000', 'turbo.localhost:3000'])
    expect(readOrigin(origins, host)).toBe(`http://${host}`)
  expect(readOrigin(origins, 'localhost:3001')).toBeUndefined()
})

test('an external provider knows only the address that this process listens on', () => {
  const origins = publicOrigins({ configured: [], localUrl: 'http://127.0.0.1:3000', isEmbeddedSignIn: false })
  expect(origins.all).toEqual(['http://127.0.0.1:3000'])
})

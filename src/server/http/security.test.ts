import { expect, test } from 'vitest'
import { refuseForeignChange, refuseForeignHost } from './security.ts'

const PUBLIC_URL = 'https://nano.example'
const ORIGINS = { main: PUBLIC_URL, all: [PUBLIC_URL, 'https://turbo.example'] }

test.each([
  { from: 'a program without browser headers', headers: {} },
  { from: 'our own page', headers: { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' } },
  { from: 'our own page in a browser without Sec-Fetch-Site', headers: { origin: PUBLIC_URL } },
  {
    from: 'our page at another public address',
    headers: { origin: 'https://turbo.example', 'sec-fetch-site': 'same-origin' },
  },
  { from: 'the address bar', headers: { 'sec-fetch-site': 'none' } },
])('a change from $from is let through', ({ headers }) => {
  expect(() => refuseForeignChange({ headers }, ORIGINS)).not.toThrow()
})

test.each([
  { from: 'another site', headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
  { from: 'another site that hides its origin', headers: { 'sec-fetch-site': 'cross-site' } },
  { from: 'a sandboxed frame', headers: { origin: 'null' } },
  {
    from: 'our page at another public address',
    headers: { origin: 'https://turbo.example', 'sec-fetch-site': 'cross-site' },
  },
  { from: 'a sister domain', headers: { 'sec-fetch-site': 'same-site' } },
  { from: 'our name over http', headers: { origin: 'http://nano.example' } },
  { from: 'another port of our name', headers: { origin: 'https://nano.example:8443' } },
])('a change from $from is refused', ({ headers }) => {
  expect(() => refuseForeignChange({ headers }, ORIGINS)).toThrow('came from another site')
})

const requestTo = (...hosts: string[]) => ({
  headers: hosts[0] === undefined ? {} : { host: hosts[0] },
  raw: { rawHeaders: hosts.flatMap((host) => ['Host', host]) },
})

test.each([
  '127.0.0.1:3000',
  'localhost:3000',
  'LOCALHOST',
  '[::1]:3000',
  '127.1.2.3',
  'turbo.localhost:3000',
  'nano.example',
  'nano.example:443',
  'turbo.example',
])('on a loopback address, the host %s is ours', (host) => {
  expect(() => refuseForeignHost(requestTo(host), { origins: ORIGINS, isLocalOnly: true })).not.toThrow()
})

test.each(['nano.example', 'Turbo.Example'])('on any address, the host %s is ours', (host) => {
  expect(() => refuseForeignHost(requestTo(host), { origins: ORIGINS, isLocalOnly: false })).not.toThrow()
})

test('a request without a host is from a program', () => {
  expect(() => refuseForeignHost(requestTo(), { origins: ORIGINS, isLocalOnly: false })).not.toThrow()
})

test('two Host headers are refused, also if the first is ours', () => {
  for (const other of ['evil.example', 'nano.example'])
    expect(() => refuseForeignHost(requestTo('nano.example', other), { origins: ORIGINS, isLocalOnly: true })).toThrow(
      'a single Host header',
    )
})

test.each([
  'evil.example',
  'nano.example:8443',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'nano.example.evil.example',
  '192.168.0.5:3000',
  'evil.example#@localhost',
  '',
])('the host %j is refused', (host) => {
  for (const isLocalOnly of [true, false])
    expect(() => refuseForeignHost(requestTo(host), { origins: ORIGINS, isLocalOnly })).toThrow(
      'does not answer to this address',
    )
})

test.each(['127.0.0.1:3000', 'localhost', '10.0.0.7:3000'])('where others connect, the host %s is refused', (host) => {
  expect(() => refuseForeignHost(requestTo(host), { origins: ORIGINS, isLocalOnly: false })).toThrow(
    'does not answer to this address',
  )
})

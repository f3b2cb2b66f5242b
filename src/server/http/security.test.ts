import { expect, test } from 'vitest'
import { refuseForeignChange } from './security.ts'

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

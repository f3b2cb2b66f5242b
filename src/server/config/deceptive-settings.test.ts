import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

/** Settings for sign-in with an external provider. */
const OUTSIDE = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', ALLOWED_EMAILS: '@a.example' }
const KEYS = ['SESSION_SECRET', 'TOKEN_SECRET', 'METRICS_TOKEN']
const ALPHABET = 'abcdefghijklmnopqrstuvwxyzabcdef'
const URLS = ['PUBLIC_URL', 'OIDC_ISSUER', 'SHEETS_API_URL', 'DRIVE_API_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT']

test.each([
  ...['*@a.example', '@*.a.example', '*@*', '?@a.example', '*'].flatMap((listed) => [
    {
      env: { ALLOWED_EMAILS: `@a.example,${listed}` },
      problem: 'has a wildcard. To let everybody at a domain in, write',
    },
    { env: { ...OUTSIDE, ADMINS: listed }, problem: 'has a wildcard' },
  ]),
  ...['@.a.example', '@a..example', '@a.example.', 'ada@.example'].map((listed) => ({
    env: { ALLOWED_EMAILS: listed },
    problem: 'ALLOWED_EMAILS must list addresses or @domains',
  })),
  ...['0.0.0.0/0', '::/0', '0.0.0.0/1', '128.0.0.0/1', '8.0.0.0/7', '2000::/3', '::ffff:0:0/96'].map((range) => ({
    env: { TRUSTED_PROXIES: `10.0.0.0/8,${range}` },
    problem: `TRUSTED_PROXIES lists ${range}, which is a large part of the Internet`,
  })),
  ...KEYS.flatMap((name) =>
    ['a'.repeat(32), 'secret'.repeat(8), 'correct horse battery'.repeat(2), '0123456789'.repeat(4), ALPHABET].map(
      (value) => ({
        env: { [name]: value.replaceAll(' ', '-') },
        problem: `${name} can be guessed. Use a random one, such as the output of: openssl rand -hex 32`,
      }),
    ),
  ),
  { env: { SESSION_SECRET: `${randomBytes(16).toString('hex')},${'b'.repeat(40)}` }, problem: 'SESSION_SECRET can be' },
  ...URLS.flatMap((name) =>
    ['https://ann:pass-word@a.example', 'https://ann@a.example'].map((value) => ({
      env: { ...OUTSIDE, OPEN_SCREENS: 'none', [name]: value },
      problem: `${name} must not contain a user or a password. Remove everything between // and @`,
    })),
  ),
  {
    env: { SPREADSHEET_URL: 'https://ann:pass-word@a.example/{id}' },
    problem: 'SPREADSHEET_URL must not contain a user',
  },
  {
    env: { SPREADSHEET_URL: 'javascript:open("{id}")' },
    problem: 'SPREADSHEET_URL must be an http:// or https:// URL',
  },
  {
    env: { ...OUTSIDE, OIDC_ISSUER: 'https://a.example/?tenant=1' },
    problem: 'OIDC_ISSUER must be an address without',
  },
])('a setting that lets in more than it seems to is rejected: $problem', ({ env, problem }) => {
  expect(() => readConfig(env)).toThrow(problem)
  expect(() => readConfig(env)).not.toThrow('pass-word')
})

test.each([
  { ALLOWED_EMAILS: '@a.example,ann+sync@b.example,@localhost' },
  { TRUSTED_PROXIES: '10.0.0.0/8,172.16.0.0/12,fc00::/7,fe80::/10,2400:cb00::/32,203.0.113.7,2001:db8::1' },
  { TRUSTED_PROXIES: '127.0.0.0/8,::ffff:10.0.0.0/104,uniquelocal' },
  { SESSION_SECRET: randomBytes(32).toString('hex') },
  { SESSION_SECRET: randomBytes(24).toString('base64'), TOKEN_SECRET: 'my dog eats 7 old newspapers every week' },
  { SPREADSHEET_URL: 'http://127.0.0.1:3001/{id}' },
])('a setting that says what it means is accepted: %o', (env) => {
  expect(() => readConfig(env)).not.toThrow()
})

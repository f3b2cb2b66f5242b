import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('nothing set gives the embedded mode on a loopback address', () => {
  const config = readConfig({})
  expect(config.http).toMatchObject({ host: '127.0.0.1', port: 3000 })
  expect(config.signIn).toEqual({ provider: 'embedded' })
  expect(config.sheets.api).toBeUndefined()
  expect(config.schedule.timezone).toBe('America/New_York')
})

test('every fault is listed at once, with its cure', () => {
  const start = () => readConfig({ PORT: 'http', WORKERS: '0', SCHEDULE_TIMEZONE: 'Mars', SAMPLES: 'some' })
  expect(start).toThrow(ConfigError)
  for (const fault of ['PORT must be a number', 'WORKERS must be at least 1', 'America/New_York', 'on or none']) {
    expect(start).toThrow(fault)
  }
})

test.each([
  { name: 'the embedded sign-in on a public address', env: { HOST: '0.0.0.0' }, fault: 'loopback' },
  {
    name: 'a public issuer open to everyone',
    env: { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
    fault: 'ALLOWED_EMAILS',
  },
  {
    name: 'a client without its secret',
    env: { OIDC_CLIENT_ID: 'a', ALLOWED_EMAILS: '@a.example' },
    fault: 'OIDC_CLIENT_SECRET',
  },
  {
    name: 'a shared database without a shared secret',
    env: { DATABASE_URL: 'postgres://db/nano' },
    fault: 'SESSION_SECRET',
  },
  {
    name: 'a key file that is not there',
    env: { GOOGLE_APPLICATION_CREDENTIALS: 'nowhere.json' },
    fault: 'no file nowhere.json',
  },
  { name: 'a lone worker on the embedded database', env: { ROLE: 'worker' }, fault: 'DATABASE_URL' },
])('$name is refused', ({ env, fault }) => {
  expect(() => readConfig(env)).toThrow(fault)
})

test('an address of another Sheets server is taken for Drive too, and stops the embedded provider', () => {
  const { sheets } = readConfig({ SHEETS_API_URL: 'http://127.0.0.1:9999/' })
  expect(sheets.api).toEqual({ sheetsUrl: 'http://127.0.0.1:9999', driveUrl: 'http://127.0.0.1:9999' })
})

import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { describeUnknownSettings } from './describe-mode.ts'

const listNotices = (environment: Record<string, string>) => describeUnknownSettings(readConfig(environment))

test.each([
  { name: 'SMTP_URI', meant: 'SMTP_URL' },
  { name: 'WORKER', meant: 'WORKERS' },
  { name: 'ALLOWED_EMAIL', meant: 'ALLOWED_EMAILS' },
  { name: 'SCHEDULE_TIME_ZONE', meant: 'SCHEDULE_TIMEZONE' },
  { name: 'SESSION_SECERT', meant: 'SESSION_SECRET' },
  { name: 'smtp_url', meant: 'SMTP_URL' },
  { name: 'OIDC_SECRET', meant: 'OIDC_CLIENT_SECRET' },
  { name: 'SESSION_SECRET_FIL', meant: 'SESSION_SECRET_FILE' },
])('$name was meant to be $meant', ({ name, meant }) => {
  expect(listNotices({ [name]: 'x' })).toEqual([`Unknown setting ${name}: did you mean ${meant}?`])
})

test('a setting that begins like others, but reads like none of them, is named too', () => {
  expect(listNotices({ SMTP_PASSWORD: 'x', OIDC_SCOPE: 'x' })).toEqual([
    'Unknown setting OIDC_SCOPE: nothing reads it. docs/reference/settings.md lists all settings.',
    'Unknown setting SMTP_PASSWORD: nothing reads it. docs/reference/settings.md lists all settings.',
  ])
})

test('the variables of other programs are left alone', () => {
  const others = ['HOME', 'HOSTNAME', 'PATH', 'SHELL', 'SESSION_MANAGER', 'GOOGLE_CLOUD_PROJECT', 'OTEL_SERVICE_NAME']
  const more = ['OTEL_EXPORTER_OTLP_HEADERS', 'LOGNAME', 'TEST_DATABASE_URL', 'POSTGRES_PASSWORD', 'DOMAIN', 'NODE_ENV']
  const ofKubernetes = ['SMTP_SERVICE_HOST', 'SMTP_SERVICE_PORT', 'SMTP_PORT_25_TCP_ADDR']
  const environment = Object.fromEntries([...others, ...more, ...ofKubernetes].map((name) => [name, 'x']))
  expect(listNotices({ ...environment, SMTP_PORT: 'tcp://10.0.0.1:25' })).toEqual([])
})

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { isAllowed } from './is-allowed.ts'

/** Settings for sign-in with an external provider. */
const OUTSIDE = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', ALLOWED_EMAILS: '@a.example' }

const KEY = JSON.stringify({ type: 'service_account', client_email: 'robot@p.example', private_key: 'k' })

test('the defaults are the embedded mode on a loopback address', () => {
  const config = readConfig({})
  expect(config.http).toMatchObject({ host: '127.0.0.1', port: 3000 })
  expect(config.signIn).toEqual({ provider: 'embedded' })
  expect(config.sheets.api).toBeUndefined()
  expect(config.schedule.timezone).toBe('America/New_York')
})

test('several public addresses are listed, the main one first', () => {
  const { http } = readConfig({
    ...OUTSIDE,
    PUBLIC_URL: 'https://Nano.example/, https://turbo.example',
    OPEN_SCREENS: 'none',
  })
  expect(http.publicUrls).toEqual(['https://nano.example', 'https://turbo.example'])
})

test.each([
  { setting: undefined, trusted: ['loopback'] },
  { setting: 'none', trusted: [] },
  { setting: '10.1.2.3, 172.16.0.0/12, fd00::/8', trusted: ['10.1.2.3', '172.16.0.0/12', 'fd00::/8'] },
])('TRUSTED_PROXIES $setting trusts $trusted', ({ setting, trusted }) => {
  expect(readConfig({ TRUSTED_PROXIES: setting }).http.trustedProxies).toEqual(trusted)
})

test.each([
  { LOG_TO: undefined, isOnTerminal: true, logTo: 'files' },
  { LOG_TO: undefined, isOnTerminal: false, logTo: 'both' },
  { LOG_TO: 'stdout', isOnTerminal: true, logTo: 'stdout' },
  { LOG_TO: 'files', isOnTerminal: false, logTo: 'files' },
])('LOG_TO $LOG_TO, on a terminal: $isOnTerminal, logs to $logTo', ({ LOG_TO, isOnTerminal, logTo }) => {
  expect(readConfig({ LOG_TO }, { isOnTerminal }).logTo).toBe(logTo)
})

test('LOG_TO takes nothing else', () => {
  expect(() => readConfig({ LOG_TO: 'syslog' })).toThrow('LOG_TO must be stdout, files or both')
})

test('DATABASE_CONNECTIONS limits the pool of a PostgreSQL server', () => {
  const env = { DATABASE_URL: 'postgres://db/nano', SESSION_SECRET: randomBytes(32).toString('hex') }
  const { database } = readConfig({ ...env, DATABASE_CONNECTIONS: '7' })
  expect(database).toEqual({ databaseUrl: env.DATABASE_URL, connections: 7 })
  expect(readConfig(env).database).toMatchObject({ connections: 20 })
})

test.each([
  { DATABASE_CONNECTIONS: 'many', problem: 'must be a number' },
  { DATABASE_CONNECTIONS: '2.5', problem: 'must be a whole number' },
  { DATABASE_CONNECTIONS: '1', problem: 'must be at least 2' },
  { DATABASE_CONNECTIONS: '1001', problem: 'must be at most 1000' },
])('DATABASE_CONNECTIONS $DATABASE_CONNECTIONS $problem', ({ DATABASE_CONNECTIONS, problem }) => {
  expect(() => readConfig({ DATABASE_CONNECTIONS })).toThrow(`DATABASE_CONNECTIONS ${problem}`)
})

test('lists may be separated by commas, semicolons or blanks, and addresses may have display names', () => {
  const config = readConfig({
    ...OUTSIDE,
    ALLOWED_EMAILS: '\ufeff@a.example; Bob Lee <Bob@b.example> carl@c.example',
    ADMINS: 'Ann\u200b <ann@a.example>;bob@b.example',
    ALERT_DOMAINS: 'a.example; @b.example',
    PUBLIC_URL: 'https://nano.example https://turbo.example',
    OPEN_SCREENS: 'dev; schedule',
    TRUSTED_PROXIES: '10.1.2.3 fd00::/8',
  })
  expect(config.allowedEmails).toEqual(['@a.example', 'bob@b.example', 'carl@c.example'])
  expect(config.administrators?.people).toEqual(['ann@a.example', 'bob@b.example'])
  expect(config.alerts.mailDomains).toEqual(['a.example', 'b.example'])
  expect(config.http).toMatchObject({
    publicUrls: ['https://nano.example', 'https://turbo.example'],
    openScreens: ['dev', 'schedule'],
    trustedProxies: ['10.1.2.3', 'fd00::/8'],
  })
})

test('an entry of a list of addresses that is none is named', () => {
  const read = () =>
    readConfig({ ...OUTSIDE, ALLOWED_EMAILS: '@a.example; everyone else', ADMINS: 'ann@a.example, Bob' })
  expect(read).toThrow(
    'ALLOWED_EMAILS must list addresses or @domains in ASCII, separated by commas. "everyone else" is',
  )
  expect(read).toThrow('ADMINS must list addresses in ASCII, separated by commas. "Bob" is none')
})

test('marks that copying adds are removed from settings, but not from keys', () => {
  const secret = `${randomBytes(16).toString('hex')}\u200b`
  const config = readConfig({ PORT: '\u200e4000', SCHEDULE_TIMEZONE: 'Europe/Berlin\u200b', SESSION_SECRET: secret })
  expect(config.http.port).toBe(4000)
  expect(config.schedule.timezone).toBe('Europe/Berlin')
  expect(config.sessionSecrets).toEqual([secret])
  expect(() => readConfig({ SCHEDULE_TIMEZONE: '\u2060' })).toThrow('SCHEDULE_TIMEZONE is empty')
})

test('all problems are listed at once', () => {
  const read = () => readConfig({ PORT: 'http', WORKERS: '0', SCHEDULE_TIMEZONE: 'Mars', SAMPLES: 'some' })
  expect(read).toThrow(ConfigError)
  for (const problem of ['PORT must be a number', 'WORKERS must be at least 1', 'America/New_York', 'on or none']) {
    expect(read).toThrow(problem)
  }
})

test.each([
  { name: 'the embedded sign-in on a public address', env: { HOST: '0.0.0.0' }, problem: 'loopback' },
  {
    name: 'Google sign-in without a list of who may sign in',
    env: { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
    problem: 'ALLOWED_EMAILS',
  },
  {
    name: 'an allowed domain with a letter outside ASCII',
    env: { ALLOWED_EMAILS: 'ada@example.com,@ex\u0430mple.com' },
    problem: 'ALLOWED_EMAILS must list addresses or @domains in ASCII',
  },
  {
    name: 'another provider without a list of who may sign in',
    env: { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', OIDC_ISSUER: 'https://login.example' },
    problem: 'sign in with https://login.example',
  },
  {
    name: 'a provider that is reached without TLS',
    env: { ...OUTSIDE, OIDC_ISSUER: 'http://login.example' },
    problem: 'OIDC_ISSUER must be an https:// URL',
  },
  {
    name: 'the embedded sign-in behind a public address',
    env: { PUBLIC_URL: 'http://localhost:3000,http://nano.example' },
    problem: 'To use http://nano.example, set OIDC_CLIENT_ID',
  },
  {
    name: 'a proxy that is no address',
    env: { TRUSTED_PROXIES: '10.0.0.0/8,proxy.example' },
    problem: '"proxy.example" is none of these',
  },
  { name: 'a range with too many bits', env: { TRUSTED_PROXIES: '10.0.0.0/33' }, problem: 'TRUSTED_PROXIES must be' },
  { name: 'an empty list of proxies', env: { TRUSTED_PROXIES: '' }, problem: 'TRUSTED_PROXIES is empty' },
  {
    name: 'the embedded spreadsheets on an address that others can reach',
    env: { ...OUTSIDE, HOST: '0.0.0.0', PUBLIC_URL: 'https://nano.example', OPEN_SCREENS: 'none', SHEETS: 'embedded' },
    problem: 'HOST must be a loopback address if SHEETS is embedded',
  },
  { name: 'an empty list of open screens', env: { OPEN_SCREENS: '' }, problem: 'set it to none to require sign-in' },
  { name: 'open screens without a name', env: { OPEN_SCREENS: ' , ' }, problem: 'OPEN_SCREENS is empty' },
  {
    name: 'a closed screen among open ones',
    env: { OPEN_SCREENS: 'none,dev' },
    problem: 'OPEN_SCREENS must be none, or',
  },
  {
    name: 'an empty list of who may sign in',
    env: { ...OUTSIDE, ALLOWED_EMAILS: '' },
    problem: 'set it to none to let nobody sign in',
  },
  {
    name: 'an administrator who may not sign in',
    env: { ...OUTSIDE, ADMINS: 'ada@a.example,eve@b.example' },
    problem: 'ADMINS lists eve@b.example, who may not sign in',
  },
  {
    name: 'administrators that are no addresses',
    env: { ADMINS: '@a.example' },
    problem: 'ADMINS must list addresses in ASCII',
  },
  {
    name: 'a list of administrators without entries',
    env: { ADMINS: ',' },
    problem: 'ADMINS is empty',
  },
  {
    name: 'groups of administrators with a provider that sends none',
    env: { ...OUTSIDE, ADMIN_GROUPS: 'ops' },
    problem: 'ADMIN_GROUPS needs a sign-in provider that sends the groups',
  },
  {
    name: 'an OIDC client without its secret',
    env: { OIDC_CLIENT_ID: 'a', ALLOWED_EMAILS: '@a.example' },
    problem: 'OIDC_CLIENT_SECRET',
  },
  {
    name: 'a public address with a path',
    env: { PUBLIC_URL: 'https://nano.example, https://turbo.example/app' },
    problem: 'PUBLIC_URL must be an address without a path',
  },
  {
    name: 'public addresses with and without TLS',
    env: { PUBLIC_URL: 'https://nano.example,http://turbo.example' },
    problem: 'not both',
  },
  {
    name: 'a PostgreSQL server without a session secret',
    env: { DATABASE_URL: 'postgres://db/nano' },
    problem: 'SESSION_SECRET',
  },
  {
    name: 'a key file that does not exist',
    env: { GOOGLE_APPLICATION_CREDENTIALS: 'nowhere.json' },
    problem: 'no file nowhere.json',
  },
  {
    name: 'a short token for metrics',
    env: { METRICS_TOKEN: 'x'.repeat(31) },
    problem: 'METRICS_TOKEN must have at least',
  },
  {
    name: 'the key file and its content at once',
    env: { GOOGLE_APPLICATION_CREDENTIALS: 'adc', GOOGLE_CREDENTIALS_JSON: KEY },
    problem: 'must not both be set',
  },
  {
    name: 'something else than a key',
    env: { GOOGLE_CREDENTIALS_JSON: '{}' },
    problem: 'must be a service account key',
  },
  {
    name: 'a file without a key',
    env: { GOOGLE_APPLICATION_CREDENTIALS: import.meta.filename },
    problem: 'must hold a service account key',
  },
  {
    name: 'a user to act for without a service account',
    env: {
      GOOGLE_CREDENTIALS_JSON: '{"type":"authorized_user","client_id":"1","client_secret":"s","refresh_token":"r"}',
      GOOGLE_IMPERSONATE: 'ann@a.example',
    },
    problem: 'GOOGLE_IMPERSONATE needs a service account with domain-wide delegation',
  },
  {
    name: 'a key of the Picker without its project',
    env: { GOOGLE_PICKER_KEY: 'key' },
    problem: 'GOOGLE_PICKER_KEY and GOOGLE_PICKER_PROJECT must both be set, or neither',
  },
  {
    name: 'the name of a project instead of its number',
    env: { GOOGLE_PICKER_KEY: 'key', GOOGLE_PICKER_PROJECT: 'acme' },
    problem: 'GOOGLE_PICKER_PROJECT must be the number of the Google Cloud project',
  },
  {
    name: 'the Picker without accounts of people',
    env: { GOOGLE_PICKER_KEY: 'key', GOOGLE_PICKER_PROJECT: '123' },
    problem: 'GOOGLE_PICKER_KEY needs OIDC_CLIENT_ID',
  },
  {
    name: 'Google spreadsheets without an account',
    env: { SHEETS: 'google' },
    problem: 'SHEETS=google needs an account',
  },
  {
    name: 'embedded spreadsheets of another provider',
    env: { SHEETS: 'embedded', SHEETS_API_URL: 'http://127.0.0.1:9' },
    problem: 'SHEETS_API_URL must not be set',
  },
  {
    name: 'a public host without the address that users open',
    env: { ...OUTSIDE, HOST: '0.0.0.0' },
    problem: 'PUBLIC_URL must be set if HOST is 0.0.0.0',
  },
  ...['PORT', 'DATABASE_URL', 'OIDC_CLIENT_ID', 'SESSION_SECRET', 'SHEETS', 'GOOGLE_APPLICATION_CREDENTIALS'].map(
    (name) => ({ name: `${name} without a value`, env: { [name]: ' ' }, problem: `${name} is empty` }),
  ),
  { name: 'a worker node on the embedded database', env: { ROLE: 'worker' }, problem: 'DATABASE_URL' },
])('$name is rejected', ({ env, problem }) => {
  expect(() => readConfig(env)).toThrow(problem)
})

test.each([
  { name: 'on every interface', env: { HOST: '0.0.0.0' }, at: 'HOST=0.0.0.0' },
  { name: 'on an address of the network', env: { HOST: '192.168.1.20' }, at: 'HOST=192.168.1.20' },
  { name: 'behind a public address', env: { PUBLIC_URL: 'https://nano.example' }, at: 'https://nano.example' },
  {
    name: 'behind a public address and one of this machine',
    env: { PUBLIC_URL: 'http://localhost:3000,http://nano.example' },
    at: 'http://nano.example',
  },
])('$name, the open screens must be chosen', ({ env, at }) => {
  const reached = { ...OUTSIDE, PUBLIC_URL: 'http://localhost:3000', ...env }
  expect(() => readConfig(reached)).toThrow(`OPEN_SCREENS must be chosen, because others can reach Nano Sync at ${at}.`)
  expect(() => readConfig(reached)).toThrow(
    'Set OPEN_SCREENS to none to require sign-in everywhere, or to one or more of',
  )
  expect(readConfig({ ...reached, OPEN_SCREENS: 'none' }).http.openScreens).toEqual([])
  const four = 'data_copy,schedule,dev,import_export'
  expect(readConfig({ ...reached, OPEN_SCREENS: four }).http.openScreens).toEqual(four.split(','))
})

test.each([
  {},
  OUTSIDE,
  { ...OUTSIDE, HOST: '::1' },
  { ...OUTSIDE, HOST: 'localhost', PUBLIC_URL: 'http://turbo.localhost:3000' },
])('on a loopback address, four screens are open by default (%o)', (env) => {
  expect(readConfig(env).http.openScreens).toEqual(['data_copy', 'schedule', 'dev', 'import_export'])
})

test('everybody administers unless some are named', () => {
  expect(readConfig({ ...OUTSIDE }).administrators).toBeUndefined()
  expect(readConfig({ ...OUTSIDE, ADMINS: 'Ada@A.example' }).administrators).toMatchObject({
    people: ['ada@a.example'],
    groups: [],
  })
  const groups = { OIDC_ISSUER: 'https://login.example', ADMIN_GROUPS: 'ops, it' }
  expect(readConfig({ ...OUTSIDE, ...groups }).administrators).toEqual({
    people: [],
    groups: ['ops', 'it'],
    groupsClaim: 'groups',
  })
})

test('none closes every screen, and lets nobody sign in', () => {
  const config = readConfig({ ...OUTSIDE, OPEN_SCREENS: 'none', ALLOWED_EMAILS: 'none' })
  expect(config.http.openScreens).toEqual([])
  expect(isAllowed('ada@a.example', config.allowedEmails)).toBe(false)
})

test.each(['http://localhost:5173', 'http://turbo.localhost:3000', 'http://[::1]:3000', 'http://127.0.0.2'])(
  'the embedded sign-in works at %s',
  (address) => {
    expect(readConfig({ PUBLIC_URL: address }).http.publicUrls).toEqual([address])
  },
)

test('SHEETS_API_URL replaces the embedded provider and is used for Drive too', () => {
  const { sheets } = readConfig({ SHEETS_API_URL: 'http://127.0.0.1:9999/' })
  expect(sheets.api).toEqual({ sheetsUrl: 'http://127.0.0.1:9999', driveUrl: 'http://127.0.0.1:9999' })
})

test('credentials left in the shell are not used with embedded spreadsheets, however wrong they are', () => {
  const { sheets } = readConfig({ SHEETS: 'embedded', GOOGLE_APPLICATION_CREDENTIALS: 'nowhere.json' })
  expect(sheets).toMatchObject({ api: undefined, credentials: undefined, ignoresCredentials: true })
})

test('credentials decide on Google unless SHEETS does', () => {
  expect(readConfig({ GOOGLE_CREDENTIALS_JSON: KEY }).sheets.api?.sheetsUrl).toBe('https://sheets.googleapis.com')
  expect(readConfig({ ...OUTSIDE, SHEETS: 'embedded' }).sheets.api).toBeUndefined()
  expect(readConfig({ GOOGLE_APPLICATION_CREDENTIALS: 'adc' }).sheets.credentials).toEqual({
    source: { from: 'environment' },
    impersonate: undefined,
  })
})

import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { nameFileSetting } from './secret-files.ts'
import { SECRET_NAMES } from './setting-docs.ts'

const folder = mkdtempSync(join(tmpdir(), 'nano-sync-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(content: string, mode = 0o600): string {
  const path = join(folder, `secret-${content.length}-${mode}`)
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

const key = JSON.stringify({ type: 'service_account', client_email: 'robot@p.example', private_key: 'k' })
const VALUES: Record<(typeof SECRET_NAMES)[number], string> = {
  DATABASE_URL: 'postgres://user:password@db/nano',
  OIDC_CLIENT_SECRET: 'client-secret',
  SESSION_SECRET: randomBytes(16).toString('hex'),
  TOKEN_SECRET: randomBytes(17).toString('hex'),
  METRICS_TOKEN: randomBytes(18).toString('hex'),
  GOOGLE_CREDENTIALS_JSON: key,
  SMTP_URL: 'smtps://user:password@smtp.example:465',
}
const OTHERS = { OIDC_CLIENT_ID: 'id', ALLOWED_EMAILS: '@a.example', SMTP_FROM: 'nano@a.example' }

test('each secret can be in a file, with or without a line break at its end', () => {
  const files = SECRET_NAMES.map((name, index) => [
    nameFileSetting(name),
    fileWith(VALUES[name] + (index % 2 === 0 ? '\n' : '')),
  ])
  const config = readConfig({ ...Object.fromEntries(files), ...OTHERS })
  expect(config).toEqual(readConfig({ ...VALUES, ...OTHERS }))
  expect(config.unknownSettings).toEqual([])
})

test.each(SECRET_NAMES)('%s and its file are not both accepted', (name) => {
  const environment = { ...VALUES, ...OTHERS, [nameFileSetting(name)]: fileWith(VALUES[name]) }
  expect(() => readConfig(environment)).toThrow(`${name} and ${name}_FILE must not both be set`)
})

test.each([
  { path: join(folder, 'missing'), problem: 'missing cannot be read. Name a file' },
  { path: '', problem: 'SESSION_SECRET_FILE is empty. Give it the path' },
  { path: fileWith(''), problem: 'is empty. Write the secret into it' },
  { path: fileWith('short'), problem: 'SESSION_SECRET must have at least 32 characters' },
])('a problem with the file of a secret is explained: $problem', ({ path, problem }) => {
  expect(() => readConfig({ SESSION_SECRET_FILE: path })).toThrow(problem)
})

const PUBLIC_MODES = [0o644, 0o444, 0o604, 0o602, 0o666]

test.each(SECRET_NAMES.flatMap((name) => PUBLIC_MODES.map((mode) => ({ name, mode }))))(
  'a file of $name with the mode $mode, which every user of the machine can read or change, is rejected',
  ({ name, mode }) => {
    const path = fileWith(VALUES[name], mode)
    const { [name]: _, ...others } = VALUES
    expect(() => readConfig({ ...others, ...OTHERS, [nameFileSetting(name)]: path })).toThrow(
      `${nameFileSetting(name)}: every user of this machine can read or change ${path}. Allow only the user who runs Nano Sync: chmod 600 ${path}`,
    )
  },
)

test('a key file that every user of the machine can read is rejected, and a configuration without a secret is not', () => {
  const read = (content: string, mode: number) =>
    readConfig({ GOOGLE_APPLICATION_CREDENTIALS: fileWith(content, mode) })
  expect(() => read(key, 0o644)).toThrow('GOOGLE_APPLICATION_CREDENTIALS: every user of this machine can read')
  expect(read(key, 0o640).sheets.credentials).toBeDefined()
  const workload = JSON.stringify({
    type: 'external_account',
    audience: '//iam.googleapis.com/pool',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: 'https://sts.googleapis.com/v1/token',
    credential_source: {},
  })
  expect(read(workload, 0o644).sheets.credentials).toBeDefined()
})

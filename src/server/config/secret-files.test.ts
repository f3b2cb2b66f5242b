import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { fileSettingOf } from './secret-files.ts'
import { SECRET_NAMES } from './setting-docs.ts'

const folder = mkdtempSync(join(tmpdir(), 'nano-sync-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(content: string): string {
  const path = join(folder, `secret-${content.length}`)
  writeFileSync(path, content)
  return path
}

const key = JSON.stringify({ type: 'service_account', client_email: 'robot@p.example', private_key: 'k' })
const VALUES: Record<(typeof SECRET_NAMES)[number], string> = {
  DATABASE_URL: 'postgres://user:password@db/nano',
  OIDC_CLIENT_SECRET: 'client-secret',
  SESSION_SECRET: 's'.repeat(32),
  TOKEN_SECRET: 't'.repeat(33),
  METRICS_TOKEN: 'm'.repeat(34),
  GOOGLE_CREDENTIALS_JSON: key,
  SMTP_URL: 'smtps://user:password@smtp.example:465',
}
const OTHERS = { OIDC_CLIENT_ID: 'id', ALLOWED_EMAILS: '@a.example', SMTP_FROM: 'nano@a.example' }

test('each secret can be in a file, with or without a line break at its end', () => {
  const files = SECRET_NAMES.map((name, index) => [
    fileSettingOf(name),
    fileWith(VALUES[name] + (index % 2 === 0 ? '\n' : '')),
  ])
  const config = readConfig({ ...Object.fromEntries(files), ...OTHERS })
  expect(config).toEqual(readConfig({ ...VALUES, ...OTHERS }))
  expect(config.unknownSettings).toEqual([])
})

test.each(SECRET_NAMES)('%s and its file are not both accepted', (name) => {
  const environment = { ...VALUES, ...OTHERS, [fileSettingOf(name)]: fileWith(VALUES[name]) }
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

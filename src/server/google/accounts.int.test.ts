import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAccounts } from './accounts.ts'

const GOOGLE = 'https://sheets.googleapis.com'

async function keyFile(content: object) {
  const folder = await mkdtemp(join(tmpdir(), 'nano-sync-key-'))
  const path = join(folder, 'key.json')
  await writeFile(path, JSON.stringify(content))
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('a service account is the account of every task, whoever was wanted', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await using key = await keyFile({ client_email: 'robot@p.iam.example', private_key, project_id: 'p' })
  const accounts = createAccounts({ sheetsUrl: GOOGLE, serviceAccountKeyFile: key.path })
  expect(accounts.choose([])).toMatchObject({ name: 'robot@p.iam.example', project: 'p' })
  expect(accounts.choose(['ann@example.com'])).toMatchObject({ name: 'robot@p.iam.example' })
})

test('a key that cannot sign is told as the account it belongs to', async () => {
  await using key = await keyFile({ client_email: 'robot@p.iam.example', private_key: 'nonsense' })
  const account = createAccounts({ sheetsUrl: GOOGLE, serviceAccountKeyFile: key.path }).choose([])
  await expect(account.authorize()).rejects.toMatchObject({
    reason: 'unauthenticated',
    sentence: expect.stringContaining('robot@p.iam.example'),
  })
})

test('a file that is no key stops the start with its cure', async () => {
  await using key = await keyFile({ type: 'something else' })
  expect(() => createAccounts({ sheetsUrl: GOOGLE, serviceAccountKeyFile: key.path })).toThrow('Make a JSON key')
  expect(() => createAccounts({ sheetsUrl: GOOGLE, serviceAccountKeyFile: '/nowhere.json' })).toThrow('/nowhere.json')
})

test('Google without credentials is refused with the setting to make', () => {
  const refused = expect.objectContaining({ reason: 'no_account' })
  expect(() => createAccounts({ sheetsUrl: GOOGLE }).choose([])).toThrow(refused)
})

test('a provider that is not Google is asked without credentials', async () => {
  const account = createAccounts({ sheetsUrl: 'http://127.0.0.1:4000' }).choose(['ann@example.com'])
  expect(await account.authorize()).toEqual({})
})

import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAccountSelector } from './account-selector.ts'
import type { UserAccountCache } from './user-account-cache.ts'

const GOOGLE = 'https://sheets.googleapis.com'

const wanted = (...accounts: string[]) => ({ accounts, createdBy: 'maker@example.com' })

const people: UserAccountCache = {
  get: (name) => ({ name, project: '', authorize: async () => ({}) }),
  hasAny: async () => true,
}

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
  const accounts = createAccountSelector({ sheetsUrl: GOOGLE, serviceAccountKeyFile: key.path })
  const robot = expect.objectContaining({ name: 'robot@p.iam.example', project: 'p' })
  expect(await accounts.choose(wanted())).toEqual({ accounts: [robot] })
  expect(await accounts.choose(wanted('ann@example.com'))).toEqual({ accounts: [robot] })
})

test('where people give access, those listed come in their order, and the service account when none of them can be used', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await using key = await keyFile({ client_email: 'robot@p.iam.example', private_key })
  const namesOf = async (...listed: string[]) => {
    const accounts = createAccountSelector({ sheetsUrl: GOOGLE, serviceAccountKeyFile: key.path, users: people })
    const { accounts: chosen, spare } = await accounts.choose(wanted(...listed))
    return { chosen: chosen.map(({ name }) => name), spare: spare?.name }
  }
  const robot = 'robot@p.iam.example'
  expect(await namesOf()).toEqual({ chosen: [robot], spare: undefined })
  expect(await namesOf('b@example.com', 'a@example.com', 'b@example.com')).toEqual({
    chosen: ['b@example.com', 'a@example.com'],
    spare: robot,
  })
  expect(await namesOf('a@example.com', robot)).toEqual({ chosen: ['a@example.com', robot], spare: robot })
})

test('without a service account, a task that lists nobody uses the account of the person who made it', async () => {
  const { accounts } = await createAccountSelector({ sheetsUrl: GOOGLE, users: people }).choose(wanted())
  expect(accounts).toEqual([expect.objectContaining({ name: 'maker@example.com' })])
})

test('a key that cannot sign is told as the account it belongs to', async () => {
  await using key = await keyFile({ client_email: 'robot@p.iam.example', private_key: 'nonsense' })
  const { accounts } = await createAccountSelector({ sheetsUrl: GOOGLE, serviceAccountKeyFile: key.path }).choose(wanted())
  await expect(accounts[0]?.authorize()).rejects.toMatchObject({
    reason: 'unauthenticated',
    sentence: expect.stringContaining('robot@p.iam.example'),
  })
})

test('a file that is no key stops the start with its cure', async () => {
  await using key = await keyFile({ type: 'something else' })
  expect(() => createAccountSelector({ sheetsUrl: GOOGLE, serviceAccountKeyFile: key.path })).toThrow('Make a JSON key')
  expect(() => createAccountSelector({ sheetsUrl: GOOGLE, serviceAccountKeyFile: '/nowhere.json' })).toThrow('/nowhere.json')
})

test('Google without credentials is refused with the setting to make', async () => {
  const choice = createAccountSelector({ sheetsUrl: GOOGLE }).choose(wanted())
  await expect(choice).rejects.toMatchObject({ reason: 'no_account' })
})

test('a provider that is not Google is asked without credentials until somebody has given some', async () => {
  const sheetsUrl = 'http://127.0.0.1:4000'
  const nobody: UserAccountCache = { ...people, hasAny: async () => false }
  for (const users of [undefined, nobody]) {
    const { accounts } = await createAccountSelector({ sheetsUrl, users }).choose(wanted('ann@example.com'))
    expect(accounts).toHaveLength(1)
    expect(await accounts[0]?.authorize()).toEqual({})
  }
  const { accounts } = await createAccountSelector({ sheetsUrl, users: people }).choose(wanted('ann@example.com'))
  expect(accounts).toEqual([expect.objectContaining({ name: 'ann@example.com' })])
})

import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAccountSelector } from './account-selector.ts'
import type { UserAccountCache } from './user-account-cache.ts'

const GOOGLE = 'https://sheets.googleapis.com'

const preference = (...accounts: string[]) => ({ accounts, createdBy: 'creator@example.com' })

const userAccounts: UserAccountCache = {
  get: (name) => ({ name, project: '', authorize: async () => ({}) }),
  hasAny: async () => true,
}

async function keyFile(content: object) {
  const folder = await mkdtemp(join(tmpdir(), 'nano-sync-key-'))
  const path = join(folder, 'key.json')
  await writeFile(path, JSON.stringify(content))
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('without user accounts, every task uses the service account', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await using key = await keyFile({ client_email: 'robot@p.iam.example', private_key, project_id: 'p' })
  const selector = createAccountSelector({ sheetsUrl: GOOGLE, serviceAccountKeyFile: key.path })
  const robot = expect.objectContaining({ name: 'robot@p.iam.example', project: 'p' })
  expect(await selector.select(preference())).toEqual({ accounts: [robot] })
  expect(await selector.select(preference('ann@example.com'))).toEqual({ accounts: [robot] })
})

test('listed accounts are selected in their order, with the service account as the fallback', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await using key = await keyFile({ client_email: 'robot@p.iam.example', private_key })
  const namesOf = async (...listed: string[]) => {
    const selector = createAccountSelector({ sheetsUrl: GOOGLE, serviceAccountKeyFile: key.path, userAccounts })
    const { accounts, fallback } = await selector.select(preference(...listed))
    return { accounts: accounts.map(({ name }) => name), fallback: fallback?.name }
  }
  const robot = 'robot@p.iam.example'
  expect(await namesOf()).toEqual({ accounts: [robot], fallback: undefined })
  expect(await namesOf('b@example.com', 'a@example.com', 'b@example.com')).toEqual({
    accounts: ['b@example.com', 'a@example.com'],
    fallback: robot,
  })
  expect(await namesOf('a@example.com', robot)).toEqual({ accounts: ['a@example.com', robot], fallback: robot })
})

test('without a service account, a task that lists no account uses that of its creator', async () => {
  const { accounts } = await createAccountSelector({ sheetsUrl: GOOGLE, userAccounts }).select(preference())
  expect(accounts).toEqual([expect.objectContaining({ name: 'creator@example.com' })])
})

test('the error for a key that cannot sign names its account', async () => {
  await using key = await keyFile({ client_email: 'robot@p.iam.example', private_key: 'nonsense' })
  const { accounts } = await createAccountSelector({ sheetsUrl: GOOGLE, serviceAccountKeyFile: key.path }).select(
    preference(),
  )
  await expect(accounts[0]?.authorize()).rejects.toMatchObject({
    reason: 'unauthenticated',
    message: expect.stringContaining('robot@p.iam.example'),
  })
})

test('a file that is not a key is an error that says how to fix it', async () => {
  await using key = await keyFile({ type: 'something else' })
  expect(() => createAccountSelector({ sheetsUrl: GOOGLE, serviceAccountKeyFile: key.path })).toThrow(
    'Create a JSON key',
  )
  expect(() => createAccountSelector({ sheetsUrl: GOOGLE, serviceAccountKeyFile: '/nowhere.json' })).toThrow(
    '/nowhere.json',
  )
})

test('Google requires credentials', async () => {
  const selection = createAccountSelector({ sheetsUrl: GOOGLE }).select(preference())
  await expect(selection).rejects.toMatchObject({ reason: 'no_account' })
})

test('a provider other than Google gets no credentials until a user has granted access', async () => {
  const sheetsUrl = 'http://127.0.0.1:4000'
  const noAccounts: UserAccountCache = { ...userAccounts, hasAny: async () => false }
  for (const cache of [undefined, noAccounts]) {
    const { accounts } = await createAccountSelector({ sheetsUrl, userAccounts: cache }).select(
      preference('ann@example.com'),
    )
    expect(accounts).toHaveLength(1)
    expect(await accounts[0]?.authorize()).toEqual({})
  }
  const { accounts } = await createAccountSelector({ sheetsUrl, userAccounts }).select(preference('ann@example.com'))
  expect(accounts).toEqual([expect.objectContaining({ name: 'ann@example.com' })])
})

import { expect, test } from 'vitest'
import { createAccountSelector } from './account-selector.ts'
import type { UserAccountCache } from './user-account-cache.ts'

const GOOGLE = 'https://sheets.googleapis.com'

const preference = (...accounts: string[]) => ({ accounts, owner: 'creator@example.com' })

const userAccounts: UserAccountCache = {
  get: (name) => ({ name, project: '', authorize: async () => ({}) }),
  hasAny: async () => true,
}

const robot = { name: 'robot@p.iam.example', project: 'p', authorize: async () => ({}) }
const { signal } = new AbortController()

test('without user accounts, every task uses the shared account', async () => {
  const selector = createAccountSelector({ sheetsUrl: GOOGLE, sharedAccount: robot })
  expect(await selector.select(preference())).toEqual({ accounts: [robot] })
  expect(await selector.select(preference('ann@example.com'))).toEqual({ accounts: [robot] })
})

test('listed accounts are selected in their order, with the shared account as the fallback', async () => {
  const selectNames = async (...listed: string[]) => {
    const selector = createAccountSelector({ sheetsUrl: GOOGLE, sharedAccount: robot, userAccounts })
    const { accounts, fallback } = await selector.select(preference(...listed))
    return { accounts: accounts.map(({ name }) => name), fallback: fallback?.name }
  }
  expect(await selectNames()).toEqual({ accounts: [robot.name], fallback: undefined })
  expect(await selectNames('b@example.com', 'a@example.com', 'b@example.com')).toEqual({
    accounts: ['b@example.com', 'a@example.com'],
    fallback: robot.name,
  })
  expect(await selectNames('a@example.com', robot.name)).toEqual({
    accounts: ['a@example.com', robot.name],
    fallback: robot.name,
  })
})

test('without a shared account, a task that lists no account uses that of its creator', async () => {
  const { accounts } = await createAccountSelector({ sheetsUrl: GOOGLE, userAccounts }).select(preference())
  expect(accounts).toEqual([expect.objectContaining({ name: 'creator@example.com' })])
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
    expect(await accounts[0]?.authorize(signal)).toEqual({})
  }
  const { accounts } = await createAccountSelector({ sheetsUrl, userAccounts }).select(preference('ann@example.com'))
  expect(accounts).toEqual([expect.objectContaining({ name: 'ann@example.com' })])
})

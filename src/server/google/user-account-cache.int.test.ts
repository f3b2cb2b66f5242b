import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { userTokens } from '#server/storage/schema.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { type ExternalApp, startExternalApp } from '#tests/support/external-app.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'

let external: ExternalApp

beforeAll(async () => {
  external = await startExternalApp()
})
afterAll(() => external[Symbol.asyncDispose]())

test('a run uses the account of the task creator, whose token appears in neither the database nor the log', async () => {
  const maria = await external.signedIn('maria@example.com')
  const { status, accounts } = await external.run(maria, await external.task(maria))
  expect({ status, accounts }).toEqual({ status: 'Success', accounts: ['maria@example.com'] })
  const { syncTasks } = await maria.call(api.tasks.list, { query: {} })
  expect(syncTasks, 'no samples are written into such spreadsheets').toHaveLength(1)
  const [token = ''] = external.signInProvider.refreshTokens
  expect(token).not.toBe('')
  const stored = JSON.stringify(await external.app.context.database.orm.select().from(userTokens))
  expect(stored).toContain('maria@example.com')
  expect(stored).not.toContain(token)
  const log = await readFile(join(external.dataDir, 'logs', 'nano_sync_out'), 'utf8')
  expect(log).toContain('Signed in')
  expect(log).not.toContain(token)
})

test('signing in asks for nothing but the identity, and connecting for spreadsheets too', async () => {
  const browser = new ApiClient(external.app.url)
  const email = 'ada@example.com'
  const signIn = await external.signInProvider.signIn({ browser, email })
  expect(signIn).toEqual({ page: '/?signed_in', scopes: 'openid email profile' })
  expect(await browser.call(api.access.get, {})).toMatchObject({ state: 'not_connected' })
  const connect = await external.signInProvider.connect({ browser, email })
  expect(connect).toEqual({
    page: '/settings/access?connected',
    scopes: 'openid email profile https://www.googleapis.com/auth/spreadsheets offline_access',
  })
  expect(await browser.call(api.access.get, {})).toMatchObject({ state: 'connected' })
  await external.signInProvider.signIn({ browser, email })
  expect(await browser.call(api.access.get, {})).toMatchObject({ state: 'connected' })
})

test('a user who declines access stays signed in, and the log of a run says that access is missing', async () => {
  const browser = new ApiClient(external.app.url)
  const joe = { browser, email: 'joe@example.com' }
  await external.signInProvider.signIn(joe)
  const { page } = await external.signInProvider.connect({ ...joe, declinesConsent: true })
  expect(page).toBe('/settings/access?not_connected')
  expect(await browser.call(api.auth.check, {})).toMatchObject({ authenticated: true })
  const { status, log, tokens } = await external.run(browser, await external.task(browser))
  expect({ status, tokens }).toEqual({ status: 'Error', tokens: [] })
  expect(log.at(-1)).toMatch(/^ERROR joe@example.com has not connected their spreadsheets\. Sign in .* choose 'Connect/)
})

test('connecting with another account than the one signed in stores nothing', async () => {
  const browser = await external.signedIn('kai@example.com')
  await browser.call(api.access.disconnect, {})
  const { page } = await external.signInProvider.connect({ browser, email: 'someone-else@example.com' })
  expect(page).toBe('/settings/access?other_account')
  expect(await browser.call(api.auth.check, {})).toMatchObject({ user: { email: 'kai@example.com' } })
  expect(await browser.call(api.access.get, {})).toMatchObject({ state: 'not_connected' })
  expect(await external.app.context.userTokens.find('someone-else@example.com')).toBeUndefined()
})

test('runs share an access token until it expires, and then share one renewal with the newest refresh token', async () => {
  const rosa = await external.signedIn('rosa@example.com')
  const renewedBefore = external.signInProvider.renewals
  const [one, other] = [await external.task(rosa), await external.task(rosa)]
  const before = await external.run(rosa, one)
  expect((await external.run(rosa, other)).tokens).toEqual(before.tokens)
  expect(external.signInProvider.renewals - renewedBefore).toBe(1)

  external.advanceTime(HOUR_MS)
  external.emulator.requests.clear()
  await Promise.all([runToEnd(rosa, one), runToEnd(rosa, other)])
  const tokens = [...new Set(external.emulator.requests.entries.map((entry) => entry.account))]
  expect(tokens).toHaveLength(1)
  expect(tokens).not.toEqual(before.tokens)
  expect(await external.signInProvider.readEmail(tokens[0])).toBe('rosa@example.com')
  expect(external.signInProvider.renewals - renewedBefore).toBe(2)
})

test('after a user revokes access, the log says so, and runs succeed again after a new sign-in', async () => {
  const email = 'tove@example.com'
  const tove = await external.signedIn(email)
  await external.signInProvider.revoke(email)
  const id = await external.task(tove, email)
  const failed = await external.run(tove, id)
  expect(failed.status).toBe('Error')
  expect(failed.log.at(-1)).toMatch(
    /^ERROR Access to Google Sheets for tove@example.com was revoked or has expired\. To restore it, sign in/,
  )
  expect(failed.tokens).toEqual([])
  expect(await tove.call(api.tasks.get, { params: { id } })).toMatchObject({
    fix_action: { kind: 'connect', address: email },
  })
  const tries = external.signInProvider.renewals
  expect((await external.run(tove, id)).status).toBe('Error')
  expect(external.signInProvider.renewals).toBe(tries)

  expect(await tove.call(api.access.get, {})).toMatchObject({ state: 'expired' })
  await external.signInProvider.connect({ browser: tove, email })
  expect(await external.run(tove, id)).toMatchObject({ status: 'Success', accounts: [email] })
})

test('a token that Google rejects before it expires is renewed, and the log names the user if that fails', async () => {
  const email = 'olga@example.com'
  const olga = await external.signedIn(email)
  const id = await external.task(olga)
  const { tokens } = await external.run(olga, id)
  const rejection = { account: tokens[0] ?? '', effect: { answer: 'revoked' } } as const
  external.emulator.faults.add(rejection)
  const renewed = await external.run(olga, id)
  expect(renewed).toMatchObject({ status: 'Success', accounts: [email, email] })
  await external.signInProvider.revoke(email)
  external.emulator.faults.add({ ...rejection, account: renewed.tokens[1] ?? '' })
  const { status, log } = await external.run(olga, id)
  expect(status).toBe('Error')
  expect(log.at(-1)).toContain('Access to Google Sheets for olga@example.com was revoked')
})

test('an unusable account is replaced by the next one in the list, and the log names both', async () => {
  const [hans] = [
    await external.signedIn('hans@example.com'),
    await external.signedIn('ines@example.com', { lending: 'everyone' }),
  ]
  const eve = await external.signedIn('eve@example.com', { lending: 'everyone' })
  await eve.call(api.access.disconnect, {})
  await external.signInProvider.revoke('hans@example.com')
  const id = await external.task(hans, 'hans@example.com', 'Eve@example.com', 'ines@example.com')
  const { status, accounts, log } = await external.run(hans, id)
  expect({ status, accounts }).toEqual({ status: 'Success', accounts: ['ines@example.com'] })
  expect(log.filter((line) => line.startsWith('WARNING'))).toEqual([
    expect.stringMatching(
      /^WARNING Access to Google Sheets for hans@example.com was revoked.* account: eve@example.com\.$/,
    ),
    expect.stringMatching(/^WARNING eve@example.com has not connected.* account: ines@example.com\.$/),
  ])
})

/** A task with two accounts; only the second can open the target. */
async function taskOfTwo(first: string, second: string) {
  const [creator, other] = [await external.signedIn(first), await external.signedIn(second, { lending: 'everyone' })]
  const runWithToken = async (browser: ApiClient) =>
    (await external.run(browser, await external.task(browser))).tokens[0] ?? ''
  const [firstToken, secondToken] = [await runWithToken(creator), await runWithToken(other)]
  const id = await external.task(creator, first, second)
  const { target_ss_id: spreadsheetId } = await creator.call(api.tasks.get, { params: { id } })
  const denial = { account: firstToken, spreadsheetId, effect: { answer: 'permission_denied' } } as const
  external.emulator.faults.add(denial)
  return { creator, id, secondToken }
}

test('a token that is revoked during a run is renewed, and the run continues', async () => {
  const { creator, id, secondToken } = await taskOfTwo('pia@example.com', 'quinn@example.com')
  external.emulator.faults.add({ account: secondToken, after: 2, effect: { answer: 'revoked' } })
  const { status, accounts, log } = await external.run(creator, id)
  expect(status).toBe('Success')
  expect(accounts).toEqual(['pia@example.com', 'quinn@example.com', 'quinn@example.com'])
  expect(log.filter((line) => line.startsWith('WARNING'))).toEqual([])
})

test('when access is revoked during a run, the next account continues it and the log names the revoked one', async () => {
  const { creator, id, secondToken } = await taskOfTwo('rita@example.com', 'saul@example.com')
  await external.signedIn('tina@example.com', { lending: 'everyone' })
  const relevant_user_accounts = 'rita@example.com, saul@example.com, tina@example.com'
  await creator.call(api.tasks.update, { params: { id }, body: { relevant_user_accounts } })
  external.emulator.faults.add({ account: secondToken, after: 2, effect: { answer: 'revoked' } })
  await external.signInProvider.revoke('saul@example.com')
  // Every account has its whole quota again, so the order of the list decides.
  external.advanceTime(MINUTE_MS)
  const { status, accounts, tokens, log } = await external.run(creator, id)
  expect(status).toBe('Success')
  expect(tokens[1]).toBe(secondToken)
  expect([accounts[0], ...accounts.slice(2)]).toEqual(['rita@example.com', 'tina@example.com'])
  expect(log.filter((line) => line.startsWith('WARNING'))).toEqual([
    expect.stringMatching(
      /^WARNING Access to Google Sheets for saul@example.com was revoked .* account: tina@example.com\.$/,
    ),
  ])
})

test('when the last usable account is lost during a run, the run ends with an error that names all accounts', async () => {
  const { creator, id, secondToken } = await taskOfTwo('uma@example.com', 'vito@example.com')
  external.emulator.faults.add({ account: secondToken, after: 2, effect: { answer: 'revoked' } })
  await external.signInProvider.revoke('vito@example.com')
  const { status, log } = await external.run(creator, id)
  expect(status).toBe('Error')
  expect(log.at(-1)).toMatch(
    /^ERROR None of these accounts can (open|edit) the spreadsheet "[^"]+": uma@example.com, vito@example.com\. Share it with one of them as (a Viewer or Editor|an Editor)\. Access to Google Sheets for vito@example.com was revoked/,
  )
})

test('a token stored under another session secret requires a new sign-in', async () => {
  const email = 'nils@example.com'
  const nils = await external.signedIn(email)
  const { orm } = external.app.context.database
  await orm.update(userTokens).set({ sealed: 'of another secret' }).where(eq(userTokens.email, email))
  const id = await external.task(nils)
  const { status, log } = await external.run(nils, id)
  expect(status).toBe('Error')
  expect(log.at(-1)).toContain('Access to Google Sheets for nils@example.com was revoked')
  expect(await nils.call(api.access.get, {})).toMatchObject({ state: 'expired' })
  await external.signInProvider.connect({ browser: nils, email })
  expect(await external.run(nils, id)).toMatchObject({ status: 'Success' })
})

test('requests beyond the quota of the preferred account use the next one, and none is rejected', async () => {
  await using narrow = await startExternalApp({ READS_PER_MINUTE: '20', WRITES_PER_MINUTE: '60' })
  const [first, second] = ['joe@example.com', 'maria@example.com']
  const [maria] = [await narrow.signedIn(second), await narrow.signedIn(first, { lending: 'everyone' })]
  const id = await narrow.task(maria, first, second)
  narrow.emulator.faults.setQuota({ readsPerMinute: 20, writesPerMinute: 60 })
  const { status, accounts, statuses } = await narrow.run(maria, id)
  expect({ status, accounts, statuses }).toEqual({ status: 'Success', accounts: [first, second], statuses: [200] })
})

describe('a refusal of the token endpoint', () => {
  const email = 'nora@example.com'
  afterEach(() => external.signInProvider.refuseRenewals(undefined))

  /**
   * Creates a task and runs it. Creating a task starts reading its titles, and this read must not get a token after renewals
   * are refused.
   */
  async function taskThatRan(creator: ApiClient, ...accounts: string[]): Promise<number> {
    const id = await external.task(creator, ...accounts)
    expect((await external.run(creator, id)).status).toBe('Success')
    return id
  }

  test.each([
    [
      'session control',
      400,
      { error: 'invalid_grant', error_description: 'reauth related error', error_subtype: 'invalid_rapt' },
      /^ERROR The Google Workspace of nora@example\.com requires signing in again .* connect it again under Settings/,
    ],
    [
      'a policy of the administrator',
      400,
      { error: 'admin_policy_enforced' },
      /^ERROR A Google Workspace administrator blocks this app for nora@example\.com\. .* client ID nano-sync-elsewhere at/,
    ],
    [
      'a restricted account',
      403,
      { error: 'access_denied', error_description: 'Account restricted' },
      /^ERROR A Google Workspace administrator blocks this app .* "access_denied: Account restricted"$/,
    ],
    ['a disabled client', 401, { error: 'disabled_client' }, /whether the client is enabled\.$/],
    ['anything else', 400, { error: 'org_internal' }, /^ERROR Google issued no access token .* "org_internal"/],
    [
      'an overload',
      429,
      { error: 'rate_limit_exceeded' },
      /sign-in service did not answer for nora@example\.com \(status 429\)/,
    ],
    ['an outage', 503, { error: 'backend_error' }, /sign-in service did not answer .* Try again later\.$/],
  ])('for %s has its own sentence, and the access works again afterwards', async (_what, status, body, message) => {
    const nora = await external.signedIn(email)
    const id = await taskThatRan(nora)
    external.advanceTime(HOUR_MS)
    external.signInProvider.refuseRenewals({ status, body })
    const failed = await external.run(nora, id)
    expect(failed.status).toBe('Error')
    expect(failed.log.at(-1)).toMatch(message)
    external.signInProvider.refuseRenewals(undefined)
    expect((await external.run(nora, id)).status).toBe('Success')
  })

  test('lets another account of the task do the work', async () => {
    await external.signedIn('olga@example.com', { lending: 'everyone' })
    const nora = await external.signedIn(email)
    const id = await taskThatRan(nora, email, 'olga@example.com')
    external.advanceTime(HOUR_MS)
    external.signInProvider.refuseRenewals({ status: 400, email, body: { error: 'admin_policy_enforced' } })
    const { status, accounts, log } = await external.run(nora, id)
    expect({ status, accounts }).toEqual({ status: 'Success', accounts: ['olga@example.com'] })
    expect(log).toContainEqual(
      expect.stringMatching(/^WARNING .* blocks this app .* Trying the next account: olga@example\.com\.$/),
    )
  })

  test('seven days after consent says how to publish the app', async () => {
    const nora = await external.signedIn(email)
    const id = await taskThatRan(nora)
    external.advanceTime(7 * DAY_MS)
    const later = new ApiClient(external.app.url)
    await external.signInProvider.signIn({ browser: later, email })
    await external.signInProvider.revoke(email)
    const { log } = await external.run(later, id)
    expect(log.at(-1)).toMatch(/ended seven days after it was granted, .* Publish the app at https:/)
    expect(await later.call(api.tasks.get, { params: { id } })).toMatchObject({
      fix_action: { kind: 'open', label: 'Publish the app' },
    })
  })
})

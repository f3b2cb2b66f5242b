import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { startEmulator } from '#emulator/start-emulator.ts'
import { readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'
import { userTokens } from '#server/storage/schema.ts'
import { aTaskType } from '#tests/support/a-task.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { startSheetsSignIn } from '#tests/support/sheets-sign-in.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const PUBLIC_URL = 'https://nano.example'

/** The app beside a sign-in provider and a spreadsheet provider that are not its own. */
async function startOutsideWorld(env: Record<string, string> = {}) {
  await using parts = new AsyncDisposableStack()
  // All begins ten seconds into a minute, so that no quota is renewed half-way.
  let shiftMs = 10_000 - (Date.now() % MINUTE_MS)
  const now = () => new Date(Date.now() + shiftMs)
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-accounts-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = parts.use(await openTestDatabase(dataDir))
  const people = parts.use(await startSheetsSignIn({ publicUrl: PUBLIC_URL }))
  const emulator = parts.use(await startEmulator({ host: '127.0.0.1', port: 0, now }))
  const places = { PORT: '0', DATA_DIR: dataDir, SHEETS_API_URL: emulator.url, ...database.env }
  const app = parts.use(await start(readConfig({ ...places, ...people.env, ...env }), { now }))
  const running = parts.move()

  /** A visitor who came back from the sign-in. */
  async function member(email: string): Promise<ApiClient> {
    const browser = new ApiClient(app.url)
    await people.signIn({ browser, email })
    return browser
  }

  async function spreadsheet(): Promise<string> {
    const made = await fetch(`${emulator.url}/v4/spreadsheets`, { method: 'POST', body: '{}' })
    const { spreadsheetId }: { spreadsheetId: string } = await made.json()
    const path = `/v4/spreadsheets/${spreadsheetId}/values/A1:A2?valueInputOption=RAW`
    await fetch(emulator.url + path, { method: 'PUT', body: JSON.stringify({ values: [['Code'], [spreadsheetId]] }) })
    return spreadsheetId
  }

  return {
    app,
    people,
    emulator,
    dataDir,
    member,
    passTime(ms: number) {
      shiftMs += ms
    },
    /** A task between two new spreadsheets that lists these accounts. */
    async task(maker: ApiClient, ...accounts: string[]): Promise<number> {
      const type = await maker.call(api.taskTypes.create, { body: aTaskType({ max_retries: 0 }) })
      const ends = { source_ss_id: await spreadsheet(), target_ss_id: await spreadsheet() }
      const body = { sync_task_type_id: type.id, ...ends, relevant_user_accounts: accounts.join(', ') }
      return (await maker.call(api.tasks.create, { body })).id
    },
    /** Runs a task to its end; answers it with its log, and whose requests reached the spreadsheets. */
    async run(maker: ApiClient, id: number) {
      emulator.requests.clear()
      const logged = await maker.call(api.taskLogs.list, { params: { id } })
      const task = await runToEnd(maker, id)
      const lines = await maker.call(api.taskLogs.list, { params: { id } })
      const tokens = [...new Set(emulator.requests.entries.map((entry) => entry.account))]
      return {
        status: task.task_status,
        log: lines.slice(logged.length).map(({ level, message }) => `${level} ${message}`),
        accounts: await Promise.all(tokens.map((token) => people.emailOf(token))),
        tokens,
        statuses: [...new Set(emulator.requests.entries.map((entry) => entry.status))],
      }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

type OutsideWorld = Awaited<ReturnType<typeof startOutsideWorld>>
let world: OutsideWorld

beforeAll(async () => {
  world = await startOutsideWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

test('a run acts for the person who made the task, whose token no database and no log can tell', async () => {
  const maria = await world.member('maria@example.com')
  const { status, accounts } = await world.run(maria, await world.task(maria))
  expect({ status, accounts }).toEqual({ status: 'Success', accounts: ['maria@example.com'] })
  const [token = ''] = world.people.refreshTokens
  expect(token).not.toBe('')
  const kept = JSON.stringify(await world.app.context.database.orm.select().from(userTokens))
  expect(kept).toContain('maria@example.com')
  expect(kept).not.toContain(token)
  world.app.flushLogs()
  const log = await readFile(join(world.dataDir, 'logs', 'nano_sync_out'), 'utf8')
  expect(log).toContain('Signed in')
  expect(log).not.toContain(token)
})

test('consent is asked for a second time only while no token is kept', async () => {
  const signIn = (email: string) => world.people.signIn({ browser: new ApiClient(world.app.url), email })
  expect(await signIn('ada@example.com')).toEqual({ page: '/?signed_in', asked: 2 })
  expect(await signIn('ada@example.com')).toEqual({ page: '/?signed_in', asked: 1 })
  expect(await signIn('alan@example.com')).toEqual({ page: '/?signed_in', asked: 2 })
})

test('a person who refuses access is signed in, and runs say that it was not given', async () => {
  await world.member('grace@example.com')
  const browser = new ApiClient(world.app.url)
  const signedIn = await world.people.signIn({ browser, email: 'joe@example.com', isDeclining: true })
  expect(signedIn).toEqual({ page: '/?signed_in', asked: 2 })
  expect(await browser.call(api.auth.check, {})).toMatchObject({ authenticated: true })
  const { status, log, tokens } = await world.run(browser, await world.task(browser))
  expect({ status, tokens }).toEqual({ status: 'Error', tokens: [] })
  expect(log.at(-1)).toMatch(/^ERROR joe@example.com has not given access .* must sign in and allow it/i)
})

test('an access token serves all runs until it ends, and is then renewed once for all, with the newest refresh token', async () => {
  const rosa = await world.member('rosa@example.com')
  const [one, other] = [await world.task(rosa), await world.task(rosa)]
  const renewedBefore = world.people.renewals
  const before = await world.run(rosa, one)
  expect((await world.run(rosa, other)).tokens).toEqual(before.tokens)
  expect(world.people.renewals - renewedBefore).toBe(1)

  world.passTime(HOUR_MS)
  world.emulator.requests.clear()
  await Promise.all([runToEnd(rosa, one), runToEnd(rosa, other)])
  const tokens = [...new Set(world.emulator.requests.entries.map((entry) => entry.account))]
  expect(tokens).toHaveLength(1)
  expect(tokens).not.toEqual(before.tokens)
  expect(await world.people.emailOf(tokens[0])).toBe('rosa@example.com')
  expect(world.people.renewals - renewedBefore).toBe(2)
})

test('a person who took the access back is named with the cure, and serves again after a sign-in', async () => {
  const email = 'tove@example.com'
  const tove = await world.member(email)
  const id = await world.task(tove, email)
  await world.people.withdraw(email)
  const failed = await world.run(tove, id)
  expect(failed.status).toBe('Error')
  expect(failed.log.at(-1)).toMatch(/^ERROR tove@example.com must sign in again: the access .* was withdrawn/i)
  expect(failed.tokens).toEqual([])
  const tries = world.people.renewals
  expect((await world.run(tove, id)).status).toBe('Error')
  expect(world.people.renewals).toBe(tries)

  expect(await world.people.signIn({ browser: tove, email })).toMatchObject({ asked: 2 })
  expect(await world.run(tove, id)).toMatchObject({ status: 'Success', accounts: [email] })
})

test('a token that Google ends before its time is renewed, and where that fails its person is named', async () => {
  const email = 'olga@example.com'
  const olga = await world.member(email)
  const id = await world.task(olga)
  const { tokens } = await world.run(olga, id)
  const isRefused = { account: tokens[0] ?? '', effect: { answer: 'revoked' } } as const
  world.emulator.faults.add(isRefused)
  const renewed = await world.run(olga, id)
  expect(renewed).toMatchObject({ status: 'Success', accounts: [email, email] })
  await world.people.withdraw(email)
  world.emulator.faults.add({ ...isRefused, account: renewed.tokens[1] ?? '' })
  const { status, log } = await world.run(olga, id)
  expect(status).toBe('Error')
  expect(log.at(-1)).toContain('olga@example.com must sign in again')
})

test('the next account of the list is used for one that cannot be, and the log names that one', async () => {
  const [hans] = [await world.member('hans@example.com'), await world.member('ines@example.com')]
  const id = await world.task(hans, 'hans@example.com', 'Eve@example.com', 'ines@example.com')
  await world.people.withdraw('hans@example.com')
  const { status, accounts, log } = await world.run(hans, id)
  expect({ status, accounts }).toEqual({ status: 'Success', accounts: ['ines@example.com'] })
  expect(log.filter((line) => line.startsWith('WARNING'))).toEqual([
    expect.stringMatching(/^WARNING hans@example.com must sign in again.* tried: eve@example.com\.$/),
    expect.stringMatching(/^WARNING eve@example.com has not given access.* tried: ines@example.com\.$/),
  ])
})

/** A task whose target only the second of two people may open, and what their tokens are. */
async function taskOfTwo(first: string, second: string) {
  const [maker, other] = [await world.member(first), await world.member(second)]
  const tokenOf = async (member: ApiClient) => (await world.run(member, await world.task(member))).tokens[0] ?? ''
  const [firstToken, secondToken] = [await tokenOf(maker), await tokenOf(other)]
  const id = await world.task(maker, first, second)
  const { target_ss_id: spreadsheetId } = await maker.call(api.tasks.get, { params: { id } })
  const closed = { account: firstToken, spreadsheetId, effect: { answer: 'permission_denied' } } as const
  world.emulator.faults.add(closed)
  return { maker, id, secondToken, closed }
}

test('a token of the second account that ends in the middle of a run is renewed, and the run goes on', async () => {
  const { maker, id, secondToken } = await taskOfTwo('pia@example.com', 'quinn@example.com')
  world.emulator.faults.add({ account: secondToken, after: 2, effect: { answer: 'revoked' } })
  const { status, accounts, log } = await world.run(maker, id)
  expect(status).toBe('Success')
  expect(accounts).toEqual(['pia@example.com', 'quinn@example.com', 'quinn@example.com'])
  expect(log.filter((line) => line.startsWith('WARNING'))).toEqual([])
})

test('when the access of the account in use is taken back in the middle of a run, the next one goes on and the log names who must sign in', async () => {
  const { maker, id, secondToken } = await taskOfTwo('rita@example.com', 'saul@example.com')
  await world.member('tina@example.com')
  const relevant_user_accounts = 'rita@example.com, saul@example.com, tina@example.com'
  await maker.call(api.tasks.update, { params: { id }, body: { relevant_user_accounts } })
  world.emulator.faults.add({ account: secondToken, after: 2, effect: { answer: 'revoked' } })
  await world.people.withdraw('saul@example.com')
  const { status, accounts, tokens, log } = await world.run(maker, id)
  expect(status).toBe('Success')
  expect(tokens[1]).toBe(secondToken)
  expect([accounts[0], ...accounts.slice(2)]).toEqual(['rita@example.com', 'tina@example.com'])
  expect(log.filter((line) => line.startsWith('WARNING'))).toEqual([
    expect.stringMatching(/^WARNING saul@example.com must sign in again: the access .* tried: tina@example.com\.$/),
  ])
})

test('when the last account that may do it is lost in the middle of a run, the run ends naming all that were tried', async () => {
  const { maker, id, secondToken, closed } = await taskOfTwo('uma@example.com', 'vito@example.com')
  world.emulator.faults.add({ account: secondToken, after: 2, effect: { answer: 'revoked' } })
  await world.people.withdraw('vito@example.com')
  const { status, log } = await world.run(maker, id)
  expect(status).toBe('Error')
  const [, file] = log.at(-1)?.match(/the spreadsheet (".*" \(.*\));/) ?? []
  expect(file).toContain(closed.spreadsheetId)
  expect(log.at(-1)).toMatch(
    /^ERROR No account may (open|change) .*; tried: uma@example.com, vito@example.com\. Share it with one of them as (a Viewer at least|an Editor)\. vito@example.com must sign in again/,
  )
})

test('a token kept under another session secret asks for a new sign-in', async () => {
  const email = 'nils@example.com'
  const nils = await world.member(email)
  const id = await world.task(nils)
  const { orm } = world.app.context.database
  await orm.update(userTokens).set({ sealed: 'of another secret' }).where(eq(userTokens.email, email))
  const { status, log } = await world.run(nils, id)
  expect(status).toBe('Error')
  expect(log.at(-1)).toContain('nils@example.com must sign in again')
  expect(await world.people.signIn({ browser: nils, email })).toMatchObject({ asked: 2 })
  expect(await world.run(nils, id)).toMatchObject({ status: 'Success' })
})

test('requests past the quota of the preferred account go to the next one, and none is refused', async () => {
  await using narrow = await startOutsideWorld({ READS_PER_MINUTE: '4', WRITES_PER_MINUTE: '60' })
  const [first, second] = ['joe@example.com', 'maria@example.com']
  const [maria] = [await narrow.member(second), await narrow.member(first)]
  const id = await narrow.task(maria, first, second)
  narrow.emulator.faults.setQuota({ readsPerMinute: 4, writesPerMinute: 60 })
  const { status, accounts, statuses } = await narrow.run(maria, id)
  expect({ status, accounts, statuses }).toEqual({ status: 'Success', accounts: [first, second], statuses: [200] })
})

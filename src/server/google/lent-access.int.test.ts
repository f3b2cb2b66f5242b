import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { type ExternalApp, startExternalApp } from '#tests/support/external-app.ts'

let external: ExternalApp

beforeAll(async () => {
  external = await startExternalApp()
})
afterAll(() => external[Symbol.asyncDispose]())

const buildRefusal = (address: string) => ({
  status: 400,
  reply: { fields: { relevant_user_accounts: expect.stringContaining(`${address} does not let your tasks use`) } },
})
const change = (browser: ApiClient, id: number, body: object) =>
  browser.call(api.tasks.update, { params: { id }, body })

/** Exports all tasks, changes some fields of some, and imports the file. */
async function importChanged(browser: ApiClient, changes: Readonly<Record<number, object>>) {
  const exported = await (await browser.send(api.tasks.exportCsv, {})).text()
  const rows = z.array(z.looseObject({ id: z.string() })).parse(parse(exported, { columns: true, bom: true }))
  const content = stringify(
    rows.map((row) => ({ ...row, ...changes[Number(row.id)] })),
    { header: true },
  )
  return browser.upload(api.tasks.importCsv, { name: 'tasks.csv', content })
}

async function readOwner(browser: ApiClient, id: number): Promise<string> {
  return (await browser.call(api.tasks.get, { params: { id } })).owner ?? ''
}

test('a task cannot name the account of somebody who has not allowed it', async () => {
  const [eve] = [await external.signedIn('eve@example.com'), await external.signedIn('ann@example.com')]
  await expect(external.task(eve, 'ann@example.com')).rejects.toMatchObject(buildRefusal('ann@example.com'))
  const id = await external.task(eve)
  const listing = { relevant_user_accounts: 'eve@example.com, Ann@example.com' }
  await expect(change(eve, id, listing)).rejects.toMatchObject(buildRefusal('ann@example.com'))
  await expect(external.task(eve, 'nobody@example.com')).rejects.toMatchObject(buildRefusal('nobody@example.com'))
  await external.signedIn('ann@example.com', { lending: 'everyone' })
  await change(eve, id, listing)
})

test('an import refuses the rows that name the account of somebody who has not allowed it', async () => {
  const [eve] = [await external.signedIn('eva@example.com'), await external.signedIn('abe@example.com')]
  const [own, other] = [await external.task(eve), await external.task(eve)]
  const result = await importChanged(eve, {
    [own]: { relevant_user_accounts: 'eva@example.com' },
    [other]: { relevant_user_accounts: 'abe@example.com' },
  })
  expect(result).toMatchObject({ status: 'partial_success', updated: 1, failed: 1 })
  expect(result.errors).toEqual([
    {
      row: expect.any(Number),
      name: expect.stringMatching(/^Sync Task \d+$/),
      message: expect.stringContaining('abe@example.com does not let your'),
    },
  ])
})

test('a task that somebody else points at other spreadsheets no longer uses the access of its creator', async () => {
  const [ann, eve] = [await external.signedIn('anna@example.com'), await external.signedIn('evan@example.com')]
  const id = await external.task(ann)
  const secret = await external.spreadsheet()
  await change(eve, id, { name: 'Renamed', notes: 'Changed', scheduled_times: ['12:00'] })
  expect(await readOwner(eve, id)).toBe('anna@example.com')
  await change(eve, id, { source_ss_id: secret })
  expect(await readOwner(eve, id)).toBe('evan@example.com')
  const { accounts } = await external.run(eve, id)
  expect(accounts).toEqual(['evan@example.com'])
})

test('an import that points a task at other spreadsheets makes the importer the owner', async () => {
  const [ann, eve] = [await external.signedIn('alma@example.com'), await external.signedIn('edda@example.com')]
  const [id, untouched] = [await external.task(ann), await external.task(ann)]
  const changes = { [id]: { source_ss_id: await external.spreadsheet() }, [untouched]: { name: 'Renamed by import' } }
  expect(await importChanged(eve, changes)).toMatchObject({ updated: 2, failed: 0 })
  expect(await readOwner(ann, id)).toBe('edda@example.com')
  expect(await readOwner(ann, untouched)).toBe('alma@example.com')
})

test("a task that lists its owner's account cannot be pointed at other spreadsheets by somebody else", async () => {
  const [ann, eve] = [await external.signedIn('aida@example.com'), await external.signedIn('eric@example.com')]
  const id = await external.task(ann, 'aida@example.com')
  const elsewhere = { source_ss_id: await external.spreadsheet() }
  await expect(change(eve, id, elsewhere)).rejects.toMatchObject(buildRefusal('aida@example.com'))
  await change(ann, id, elsewhere)
})

test('access that its owner takes back is left out by the next run, and the log says so', async () => {
  const [bea] = [await external.signedIn('bea@example.com')]
  const carl = await external.signedIn('carl@example.com', { lending: 'everyone' })
  const id = await external.task(bea, 'carl@example.com', 'bea@example.com')
  // Every account has its whole quota again, so the order of the list decides.
  external.advanceTime(MINUTE_MS)
  expect((await external.run(bea, id)).accounts).toEqual(['carl@example.com'])
  external.advanceTime(MINUTE_MS)
  await carl.call(api.access.update, { body: { lending: 'own_tasks' } })
  const { status, accounts, log } = await external.run(bea, id)
  expect({ status, accounts }).toEqual({ status: 'Success', accounts: ['bea@example.com'] })
  expect(log.filter((line) => line.startsWith('WARNING'))).toEqual([
    'WARNING carl@example.com does not let this task use their Google access. They can allow it under Settings › My Google access. Or list another account in the task. Trying the next account: bea@example.com.',
  ])
  await change(bea, id, { notes: 'Saving what was allowed before is no new use' })
})

test('a person can keep their access from their own tasks, too', async () => {
  const dora = await external.signedIn('dora@example.com')
  const id = await external.task(dora)
  // This run also ends the reading of its spreadsheets' titles.
  expect((await external.run(dora, id)).status).toBe('Success')
  await dora.call(api.access.update, { body: { lending: 'nobody' } })
  const { status, log, tokens } = await external.run(dora, id)
  expect({ status, tokens }).toEqual({ status: 'Error', tokens: [] })
  expect(log.at(-1)).toContain('dora@example.com does not let this task use their Google access')
  const message = 'You let no task use your access. Change this under Settings › My Google access, or remove'
  await expect(external.task(dora, 'dora@example.com')).rejects.toMatchObject({
    reply: { fields: { relevant_user_accounts: expect.stringContaining(message) } },
  })
})

test('the log names whose access a run used for reading and for writing', async () => {
  const fay = await external.signedIn('fay@example.com')
  const id = await external.task(fay)
  const { log } = await external.run(fay, id)
  expect(log.filter((line) => line.includes('Access used'))).toEqual([
    'INFO Access used: fay@example.com for reading; fay@example.com for writing.',
  ])
})

test('a person sees their access, and disconnecting it ends it here and at the provider', async () => {
  const gus = await external.signedIn('gus@example.com')
  const before = await gus.call(api.access.get, {})
  expect(before).toMatchObject({ state: 'connected', lending: 'own_tasks', last_used_at: null, shared_account: null })
  // Creating a task uses the access at once, to read the titles of its spreadsheets.
  const id = await external.task(gus)
  const { tokens } = await external.run(gus, id)
  expect((await gus.call(api.access.get, {})).last_used_at).toMatch(/^\d{4}-/)
  expect(await gus.call(api.access.disconnect, {})).toMatchObject({ status: 'success' })
  expect(await gus.call(api.access.get, {})).toMatchObject({ state: 'not_connected', connected_at: null })
  const { entries } = await gus.call(api.activity.list, { query: { kind: 'access_disconnected' } })
  expect(entries).toMatchObject([{ who: 'gus@example.com', subject: 'gus@example.com' }])
  expect(await external.signInProvider.readEmail(tokens[0])).toBe('nobody')
  const { status, log } = await external.run(gus, id)
  expect(status).toBe('Error')
  expect(log.at(-1)).toContain('gus@example.com has not connected their spreadsheets')
})

test('the access of people who may no longer sign in is refused, revoked and deleted, and their tasks say so', async () => {
  await using own = await startExternalApp()
  const [ida, jon] = [
    await own.signedIn('ida@example.com', { lending: 'everyone' }),
    await own.signedIn('jon@example.com'),
  ]
  const ofIda = await own.task(ida)
  const listing = await own.task(jon, 'ida@example.com', 'jon@example.com')
  const unrelated = await own.task(jon)
  const [token = ''] = (await own.run(ida, ofIda)).tokens
  expect(await own.signInProvider.readEmail(token)).toBe('ida@example.com')
  await own.restart({ ALLOWED_EMAILS: 'jon@example.com' })

  const browser = await own.signedIn('jon@example.com')
  const sentence = 'ida@example.com may no longer sign in here, so'
  for (const id of [ofIda, listing]) {
    const { log } = await own.run(browser, id)
    expect(log.filter((line) => line.includes(sentence))).not.toEqual([])
  }
  expect(await own.signInProvider.readEmail(token)).toBe('nobody')
  expect(await own.app.context.userTokens.emails()).toEqual(['jon@example.com'])
  const readLog = async (id: number) =>
    (await browser.call(api.taskLogs.list, { params: { id } })).map((line) => line.message)
  const deleted = expect.stringContaining('so their Google access was revoked and deleted, and this task can no longer')
  expect(await readLog(ofIda)).toContainEqual(deleted)
  expect(await readLog(listing)).toContainEqual(deleted)
  expect(await readLog(unrelated)).not.toContainEqual(deleted)
})

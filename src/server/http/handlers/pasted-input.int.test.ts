import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { CallInput } from '#contract/route.ts'
import { MEMBER_EMAIL, startTestApp, type TestApp } from '#tests/support/test-app.ts'

const MARKS = '\ufeff\u200b\u200e\u200f\u2060'
const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz'

let app: TestApp
let typeId: number
beforeAll(async () => {
  app = await startTestApp()
  typeId = (await app.member.call(api.taskTypes.create, { body: { name: `${MARKS}Ledgers` } })).id
})
afterAll(() => app[Symbol.asyncDispose]())

let count = 0
type Fields = Partial<CallInput<typeof api.tasks.create>['body']>
function create(fields: Fields) {
  count += 1
  const ends = { source_ss_id: `source-${count}`, target_ss_id: `target-${count}` }
  return app.member.send(api.tasks.create, {
    body: { sync_task_type_id: typeId, name: `Task ${count}`, ...ends, ...fields },
  })
}

async function created(fields: Fields) {
  const response = await create(fields)
  expect(response.status).toBe(201)
  return await response.json()
}

test('text is stored without marks that copying adds, but for tab names', async () => {
  const task = await created({
    name: `${MARKS}Orders${MARKS} 2026`,
    notes: `ask${MARKS} Ann, می\u200cخواهم 👩\u200d👧`,
    source_ss_id: `${MARKS}${ID}1`,
    source_sheet_name: `${MARKS}Data`,
    target_sheet_name: `Data${MARKS}`,
    scheduled_times: [`${MARKS}04:00`, '２３：００'],
    schedule_days: [`Mon${MARKS}`],
    columns: `Name${MARKS}`,
    expect_filled: [`Name${MARKS}`],
    target_cell: `B5${MARKS}`,
    source_column: `From${MARKS}`,
    more_sources: [{ source_ss_id: `${ID}\u200b`, source_sheet_name: `Data${MARKS}` }],
    fresh_by: `06:00${MARKS}`,
  })
  expect(task).toMatchObject({
    name: 'Orders 2026',
    notes: 'ask Ann, می\u200cخواهم 👩\u200d👧',
    source_ss_id: `${ID}1`,
    source_sheet_name: `${MARKS}Data`,
    target_sheet_name: `Data${MARKS}`,
    scheduled_times: ['04:00', '23:00'],
    schedule_days: ['Mon'],
    columns: 'Name',
    expect_filled: ['Name'],
    target_cell: 'B5',
    source_column: 'From',
    more_sources: [{ source_ss_id: ID, source_sheet_name: `Data${MARKS}` }],
    fresh_by: '06:00',
  })
  expect(await app.member.call(api.taskTypes.list)).toMatchObject([{ name: 'Ledgers' }])
})

test.each([
  `"${ID}2"`,
  `<https://docs.google.com/spreadsheets/d/${ID}3/edit>`,
  `https://www.google.com/url?q=https%3A%2F%2Fdocs.google.com%2Fspreadsheets%2Fd%2F${ID}4%2Fedit%23gid%3D7&sa=D&source=editors`,
])('%s names a spreadsheet', async (pasted) => {
  const id = /1AbC\w+/.exec(pasted)?.[0]
  const [asSource, asTarget] = [await created({ source_ss_id: pasted }), await created({ target_ss_id: pasted })]
  expect([asSource.source_ss_id, asTarget.target_ss_id]).toEqual([id, id])
  expect(asSource.source_sheet_name).toBe(pasted.includes('gid') ? '#gid=7' : '')
  const { more_sources } = await created({ more_sources: [{ source_ss_id: pasted, source_sheet_name: 'Data' }] })
  expect(more_sources).toEqual([{ source_ss_id: id, source_sheet_name: 'Data' }])
  const { syncTasks } = await app.member.call(api.tasks.list, { query: { search: pasted } })
  expect(syncTasks.map((task) => task.id).sort()).toEqual([asSource.id, asTarget.id].sort())
})

test.each([
  `${MARKS}${MEMBER_EMAIL}; Member <${MEMBER_EMAIL}>`,
  `"Lee, Ann" <${MEMBER_EMAIL}>`,
  `${MEMBER_EMAIL} ${MEMBER_EMAIL}\n`,
])('the accounts %j are one address', async (pasted) => {
  expect(await created({ relevant_user_accounts: pasted })).toMatchObject({ relevant_user_accounts: MEMBER_EMAIL })
})

test('what is no address in a list of accounts or recipients is refused by name', async () => {
  const response = await create({ relevant_user_accounts: `${MEMBER_EMAIL}; Bob` })
  const sentence = '"Bob" is not an address. Enter email addresses such as ops@example.com, separated by commas'
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: sentence, fields: { relevant_user_accounts: sentence } })
  const channel = { kind: 'email' as const, name: 'Ops', recipients: ['ops@example.com; Bob'] }
  const refused = await app.member.send(api.alertChannels.create, { body: channel })
  expect(await refused.json()).toMatchObject({ message: sentence, fields: { recipients: sentence } })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const GOOGLE_ID = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms'
const LINK = `https://docs.google.com/spreadsheets/d/${GOOGLE_ID}/edit#gid=0`
const NOT_CONNECTED = 'This is a Google spreadsheet, and Nano Sync is not connected to Google yet.'

const newSpreadsheet = () => createSpreadsheet(app.sheets)

test('the tabs of a Google spreadsheet are refused with the way to connect', async () => {
  const reply = await app.member.send(api.spreadsheets.get, { params: { id: GOOGLE_ID } })
  expect(reply.status).toBe(404)
  expect((await reply.json()).message).toContain(NOT_CONNECTED)
  const query = { role: 'editor' } as const
  expect(await app.member.call(api.spreadsheets.checkAccess, { params: { id: GOOGLE_ID }, query })).toMatchObject({
    is_ready: false,
    needs_sharing: false,
    problem: expect.stringContaining(NOT_CONNECTED),
    action: { kind: 'connect_google' },
  })
})

test.each([
  ['source', { source_ss_id: LINK }],
  ['target', { target_ss_id: LINK }],
])('a run with a Google spreadsheet as its %s says so, and offers to connect', async (_, fields) => {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const built = { source_ss_id: await newSpreadsheet(), target_ss_id: await newSpreadsheet(), ...fields }
  const body = buildTaskFields({ sync_task_type_id: type.id, ...built })
  const { id } = await app.member.call(api.tasks.create, { body })
  await app.member.call(api.tasks.execute, { params: { id }, body: {} })
  await untilEnded(app.member, id)
  const task = await app.member.call(api.tasks.get, { params: { id } })
  expect(task).toMatchObject({ task_status: 'Error', fix_action: { kind: 'connect_google' } })
  expect(task.latest_log?.message).toContain(NOT_CONNECTED)
})

test('a spreadsheet of this installation that was deleted was not found', async () => {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const [source_ss_id, target_ss_id] = [await newSpreadsheet(), await newSpreadsheet()]
  await enterValues(app.sheets, { spreadsheetId: source_ss_id, values: [['id'], [1]] })
  const body = buildTaskFields({ sync_task_type_id: type.id, source_ss_id, target_ss_id })
  const { id } = await app.member.call(api.tasks.create, { body })
  await runToSuccess(app.member, id)
  await fetch(`${app.emulator.url}/drive/v3/files/${source_ss_id}`, { method: 'DELETE' })
  await app.member.call(api.tasks.execute, { params: { id }, body: {} })
  await untilEnded(app.member, id)
  const { latest_log: log } = await app.member.call(api.tasks.get, { params: { id } })
  expect(log?.message).not.toContain(NOT_CONNECTED)
  expect(log?.message).toMatch(/was not found|trash/)
})

import type { Fault } from '@nano-sync/sheets-emulator/fault'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { FixAction } from '#contract/fix-action.ts'
import { buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, writeValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let taskId: number

beforeAll(async () => {
  app = await startTestApp()
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields({ max_retries: 0 }) })
  const [source_ss_id, target_ss_id] = await Promise.all([createBook(), createBook()])
  const body = { sync_task_type_id: type.id, source_ss_id, target_ss_id }
  taskId = (await app.member.call(api.tasks.create, { body })).id
})
afterEach(() => app.emulator.faults.clear())
afterAll(() => app[Symbol.asyncDispose]())

async function createBook(): Promise<string> {
  const spreadsheetId = await createSpreadsheet(app.sheets)
  await writeValues(app.sheets, { spreadsheetId, values: [['Code'], [spreadsheetId]] })
  return spreadsheetId
}

test.each<[string, Fault['effect'], RegExp, FixAction | null]>([
  [
    'an API that is not enabled',
    { answer: 'service_disabled' },
    /^The Google Sheets API is not enabled in the Google Cloud project 123456789012 of .* Enable it at https:\/\/console\.developers\.google\.com\/.*, and wait a few minutes\.$/,
    {
      kind: 'open',
      label: 'Enable the API',
      url: 'https://console.developers.google.com/apis/api/sheets.googleapis.com/overview?project=123456789012',
    },
  ],
  [
    'a project without billing',
    { answer: 'billing_disabled' },
    /^Billing is disabled in the Google Cloud project 123456789012 of .* Ask the administrator of the project/,
    {
      kind: 'open',
      label: 'Open billing',
      url: 'https://console.cloud.google.com/billing/linkedaccount?project=123456789012',
    },
  ],
  [
    'a suspended project',
    { answer: 'consumer_suspended' },
    /^Google refuses requests from the Google Cloud project 123456789012 .* has been suspended\."$/,
    null,
  ],
  ['a policy', { answer: 'policy_violated' }, /Ask the administrator of the project\. .* organization's policy/, null],
  ['a project that may not be used', { answer: 'project_denied' }, /Ask the administrator of the project/, null],
  [
    'a domain that blocks apps',
    { answer: 'domain_disabled' },
    /^The Google Workspace administrator of .* disabled by the domain administrator\."$/,
    null,
  ],
  ['a missing scope', { answer: 'scope_missing' }, /has not granted access to Google Sheets/, null],
  ['a spreadsheet that is not shared', { answer: 'permission_denied' }, /cannot open .* Share it with/, null],
  ['any other denial', { answer: 'forbidden' }, /^Google refused the access of .* "The request is not allowed/, null],
  [
    'a firewall',
    { answer: 'page', status: 403 },
    /^A proxy or firewall answered instead of Google \(status 403\)/,
    null,
  ],
  ['a missing page', { answer: 'page', status: 404 }, /^A proxy or firewall answered instead of Google/, null],
  ['a bad gateway page', { answer: 'page', status: 400 }, /^A proxy or firewall answered instead of Google/, null],
  ['a captive portal', { answer: 'page', status: 200 }, /^A proxy or firewall .* \(a web page\)/, null],
  ['a proxy with a password', { answer: 'page', status: 407 }, /^A proxy or firewall .* \(status 407\)/, null],
  ['too many columns', { answer: 'too_many_columns' }, /would exceed 18,278 columns, the limit for a tab/, null],
  ['too long a text', { answer: 'text_too_long' }, /would exceed 50,000 characters in a cell/, null],
])('%s ends the run with its own sentence and action', async (_what, effect, message, action) => {
  app.emulator.faults.add({ effect })
  const task = await runToEnd(app.member, taskId)
  expect(task.task_status).toBe('Error')
  expect(task.latest_log?.message).toMatch(message)
  expect(task.fix_action).toEqual(action)
  app.emulator.faults.clear()
  expect(await runToEnd(app.member, taskId)).toMatchObject({ task_status: 'Success', fix_action: null })
})

test.each<[string, 'too_many_columns' | 'text_too_long', string]>([
  ['the tab', 'too_many_columns', "would exceed 18,278 columns in the tab 'Wide', the limit for a tab."],
  ['the cell', 'text_too_long', "would exceed 50,000 characters in the cell 'Wide'!A2, the limit for a cell."],
])('a limit that a write would exceed names %s', async (_what, answer, message) => {
  const { sync_task_type_id, source_ss_id } = await app.member.call(api.tasks.get, { params: { id: taskId } })
  const target = { target_ss_id: await createBook(), target_sheet_name: 'Wide' }
  const body = { sync_task_type_id: sync_task_type_id ?? 0, source_ss_id, ...target, name: answer }
  const { id } = await app.member.call(api.tasks.create, { body })
  // The first write creates the tab, the second one writes the values.
  app.emulator.faults.add({ kind: 'write', after: answer === 'text_too_long' ? 1 : 0, effect: { answer } })
  expect((await runToEnd(app.member, id)).latest_log?.message).toContain(message)
})

test('a spreadsheet of Excel says how to convert it', async () => {
  const url = `${app.emulator.url}/drive/v3/files`
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name: 'Old.xlsx', mimeType }) })
  const { id }: { id: string } = await response.json()
  const { sync_task_type_id } = await app.member.call(api.tasks.get, { params: { id: taskId } })
  const ends = { source_ss_id: id, target_ss_id: await createBook() }
  const body = { sync_task_type_id: sync_task_type_id ?? 0, ...ends, name: 'From Excel' }
  const created = await app.member.call(api.tasks.create, { body })
  const task = await runToEnd(app.member, created.id)
  expect(task.latest_log?.message).toMatch(/is an Excel file\. Open it, choose File > Save as Google Sheets/)
})

test('an aborted request is tried again', async () => {
  app.emulator.faults.add({ kind: 'read', count: 1, effect: { answer: 'aborted' } })
  expect(await runToEnd(app.member, taskId)).toMatchObject({ task_status: 'Success' })
})

test('a run that an API disabled tries again by itself', async () => {
  const { sync_task_type_id } = await app.member.call(api.tasks.get, { params: { id: taskId } })
  const params = { id: sync_task_type_id ?? 0 }
  await app.member.call(api.taskTypes.update, { params, body: { max_retries: 1, retry_delay_seconds: 0 } })
  app.emulator.faults.add({ count: 1, effect: { answer: 'service_disabled' } })
  expect(await runToEnd(app.member, taskId)).toMatchObject({ task_status: 'Success', retry_count: 1, fix_action: null })
})

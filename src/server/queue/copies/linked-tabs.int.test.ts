import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const link = (id: string, tab: number) => `https://docs.google.com/spreadsheets/u/1/d/${id}/edit?gid=${tab}#gid=${tab}`

/** Creates a source with two tabs. The second tab has the ID 7 and the text `second`. */
async function createSource(): Promise<string> {
  const tabs = ['First', { title: 'Orders', sheetId: 7 }]
  const spreadsheetId = await createSpreadsheet(app.sheets, { tabs, values: [['Name'], ['first']] })
  await enterValues(app.sheets, { spreadsheetId, range: 'Orders!A1', values: [['Name'], ['second']] })
  return spreadsheetId
}

async function createTask(name: string, ends: { source_ss_id: string; target_ss_id: string }) {
  const type = await app.member.call(taskTypes.create, { body: buildTaskTypeFields({ name }) })
  const task = { name, sync_task_type_id: type.id, target_sheet_name: 'Copy', start_row: 2, ...ends }
  return await app.member.call(tasks.create, { body: task })
}

test('the tab of a pasted link is copied, although the file could not be read when it was pasted', async () => {
  const target = await createSpreadsheet(app.sheets)
  const source = await createSource()
  const task = await createTask('Linked', { source_ss_id: link(source, 7), target_ss_id: target })
  expect(task).toMatchObject({ source_ss_id: source, source_sheet_name: '#gid=7' })
  const ended = await runToEnd(app.member, task.id)
  expect(ended).toMatchObject({ task_status: 'Success', source_sheet_name: 'Orders' })
  const { data } = await app.sheets.spreadsheets.values.get({ spreadsheetId: target, range: 'Copy!A1:A9' })
  expect(data.values).toEqual([[], ['second']])
  const { id } = task
  const changed = await app.member.call(tasks.update, { params: { id }, body: { source_ss_id: link(source, 0) } })
  expect(changed.source_sheet_name).toBe('#gid=0')
})

test('a link to a tab that is gone never means another one', async () => {
  const source = await createSource()
  const target = await createSource()
  const { id } = await createTask('Gone', { source_ss_id: link(source, 99), target_ss_id: target })
  const ended = await runToEnd(app.member, id)
  expect(ended.task_status).toBe('Error')
  expect(ended.latest_log?.message).toContain('There is no tab with the ID 99 of the link in')
  const at = {
    params: { id },
    body: { source_ss_id: source, source_sheet_name: 'First', target_sheet_name: '#gid=98' },
  }
  await app.member.call(tasks.update, at)
  expect((await runToEnd(app.member, id)).task_status).toBe('Error')
  const { data } = await app.sheets.spreadsheets.get({ spreadsheetId: target })
  expect(data.sheets?.map(({ properties }) => properties?.title)).toEqual(['First', 'Orders'])
})

test('a published link is refused with a sentence', async () => {
  const published = 'https://docs.google.com/spreadsheets/d/e/2PACX-1vQ/pubhtml'
  await expect(createTask('Published', { source_ss_id: published, target_ss_id: 'target' })).rejects.toMatchObject({
    status: 400,
    reply: { fields: { source_ss_id: expect.stringContaining('this is the published copy') } },
  })
})

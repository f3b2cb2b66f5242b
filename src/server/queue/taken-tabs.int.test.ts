import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd, runToSuccess } from '#tests/support/run-to-end.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('a first run into a tab that another task fills ends in Error, and so does its preview', async () => {
  await using app = await startTestApp()
  const { member, sheets } = app
  const createBook = async (rows: (string | number)[][]) => {
    const { data } = await sheets.spreadsheets.create({
      requestBody: { sheets: [{ properties: { title: 'Orders' } }] },
    })
    const spreadsheetId = data.spreadsheetId ?? ''
    const place = { spreadsheetId, range: 'Orders!A1', valueInputOption: 'RAW' }
    await sheets.spreadsheets.values.update({ ...place, requestBody: { values: rows } })
    return spreadsheetId
  }
  const type = await member.call(api.taskTypes.create, { body: buildTaskTypeFields({ name: 'Masters' }) })
  const north = [['Order'], ['N1'], ['N2'], ['N3']]
  const target_ss_id = await createBook([])
  const create = async (name: string, rows: string[][], target_sheet_name: string) => {
    const places = { source_ss_id: await createBook(rows), target_ss_id, target_sheet_name }
    return await member.call(api.tasks.create, {
      body: buildTaskFields({ name, sync_task_type_id: type.id, ...places, start_row: 1 }),
    })
  }
  // Which tab is the first one is not known when they are saved.
  const first = await create('North', north, '')
  const second = await create('South', [['Order'], ['S1']], 'Orders')
  const valuesOf = async (tab: string) =>
    (await sheets.spreadsheets.values.get({ spreadsheetId: target_ss_id, range: tab })).data.values

  await runToSuccess(member, first.id)
  const started = await member.call(api.previews.start, { body: { task_ids: [second.id] } })
  const preview = await eventually({
    what: 'the preview',
    read: () => member.call(api.previews.get, { params: started }),
    until: ({ is_in_progress }) => !is_in_progress,
  })
  const sentence = `'North' (Masters) already writes to the tab 'Orders' of the target spreadsheet`
  expect(JSON.stringify(preview.tasks[0])).toContain(sentence)
  const ended = await runToEnd(member, second.id)
  expect(ended.task_status).toBe('Error')
  expect(ended.latest_log?.message).toContain(sentence)
  expect(await valuesOf('Orders')).toEqual(north)

  await member.call(api.tasks.update, { params: { id: second.id }, body: { target_sheet_name: 'South' } })
  await runToSuccess(member, second.id)
  expect(await valuesOf('South')).toEqual([['Order'], ['S1']])
  expect(await valuesOf('Orders')).toEqual(north)
})

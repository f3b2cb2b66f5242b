import { expect, test } from 'vitest'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('tasks run where the provider refuses to read beyond the grid instead of limiting the range', async () => {
  await using app = await startTestApp({ refusesLongRanges: true })
  const { spreadsheets } = app.sheets
  const gridProperties = { rowCount: 4, columnCount: 2 }
  const tabs = [{ title: 'Sheet1', gridProperties }]
  const source = await createSpreadsheet(app.sheets, { title: 'Source', tabs })
  const target = await createSpreadsheet(app.sheets, { title: 'Target', tabs })
  const put = (range: string, values: string[][]) => enterValues(app.sheets, { spreadsheetId: source, range, values })
  const readValues = async (spreadsheetId: string) =>
    (await spreadsheets.values.get({ spreadsheetId, range: 'Sheet1' })).data.values
  await put('Sheet1!A1', [
    ['Name', 'City'],
    ['Ada', 'London'],
    ['Grace', 'New York'],
  ])
  const { id: sync_task_type_id } = await app.member.call(taskTypes.create, { body: buildTaskTypeFields() })
  const ends = { source_ss_id: source, target_ss_id: target, source_sheet_name: 'Sheet1', target_sheet_name: 'Sheet1' }
  const body = buildTaskFields({ sync_task_type_id, start_row: 1, ...ends })
  const { id } = await app.member.call(tasks.create, { body })

  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  expect(await readValues(target)).toEqual(await readValues(source))
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  await spreadsheets.batchUpdate({
    spreadsheetId: source,
    requestBody: { requests: [{ appendDimension: { sheetId: 0, dimension: 'ROWS', length: 3 } }] },
  })
  await put('Sheet1!A4', [
    ['Mary', 'Rome'],
    ['Joan', 'Oslo'],
    ['Edith', 'Bonn'],
  ])
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  expect(await readValues(target)).toEqual(await readValues(source))
})

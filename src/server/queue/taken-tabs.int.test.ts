import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd, runToSuccess } from '#tests/support/run-to-end.ts'
import { test, uniqueName } from '#tests/support/shared-app.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const NORTH = [['Order'], ['N1'], ['N2'], ['N3']]
const SOUTH = [['Order'], ['S1']]

test('a first run into a tab that another task fills ends in Error, and so does its preview', async ({ app }) => {
  const { member } = app
  // The name of the first tab is unknown when the tasks are saved.
  const { north, south, readValues, takenByNorth } = await createTasks(app, { north: '', south: 'Orders' })

  await runToSuccess(member, north)
  const started = await member.call(api.previews.start, { body: { task_ids: [south] } })
  const preview = await eventually({
    what: 'the preview',
    read: () => member.call(api.previews.get, { params: started }),
    until: ({ is_in_progress }) => !is_in_progress,
  })
  expect(JSON.stringify(preview.tasks[0])).toContain(takenByNorth('Orders'))
  const ended = await runToEnd(member, south)
  expect(ended.task_status).toBe('Error')
  expect(ended.latest_log?.message).toContain(takenByNorth('Orders'))
  expect(await readValues('Orders')).toEqual(NORTH)

  await member.call(api.tasks.update, { params: { id: south }, body: { target_sheet_name: 'South' } })
  await runToSuccess(member, south)
  expect(await readValues('South')).toEqual(SOUTH)
  expect(await readValues('Orders')).toEqual(NORTH)
})

test.for(['deleted', 'renamed'])(
  'so does a later run whose tab was %s, and whose name another task’s tab got',
  async (fate, { app }) => {
    const { member, sheets } = app
    const { north, south, target, readValues, takenByNorth } = await createTasks(app, {
      north: 'Orders',
      south: 'South',
    })
    for (const id of [north, south]) await runToSuccess(member, id)
    const { data } = await sheets.spreadsheets.get({ spreadsheetId: target })
    const findSheetId = (title: string) =>
      data.sheets?.find(({ properties }) => properties?.title === title)?.properties?.sheetId
    const rename = (from: string, title: string) => ({
      updateSheetProperties: { properties: { sheetId: findSheetId(from) ?? null, title }, fields: 'title' },
    })
    const leave =
      fate === 'deleted' ? { deleteSheet: { sheetId: findSheetId('South') ?? null } } : rename('South', 'Old')
    await sheets.spreadsheets.batchUpdate({
      spreadsheetId: target,
      requestBody: { requests: [leave, rename('Orders', 'South')] },
    })

    const ended = await runToEnd(member, south)
    expect(ended.task_status).toBe('Error')
    expect(ended.latest_log?.message).toContain(takenByNorth('South'))
    expect(await readValues('South')).toEqual(NORTH)
  },
)

/** Creates two tasks that copy to tabs of one spreadsheet, which has a tab 'Orders'. */
async function createTasks({ member, sheets }: TestApp, tabs: { north: string; south: string }) {
  const createBook = (values: string[][]) => createSpreadsheet(sheets, { tabs: ['Orders'], values })
  const target = await createBook([])
  const type = await member.call(api.taskTypes.create, { body: buildTaskTypeFields({ name: uniqueName('Masters') }) })
  const create = async (name: string, rows: string[][], target_sheet_name: string) => {
    const places = { source_ss_id: await createBook(rows), target_ss_id: target, target_sheet_name }
    const fields = buildTaskFields({ name, sync_task_type_id: type.id, ...places, start_row: 1 })
    return (await member.call(api.tasks.create, { body: fields })).id
  }
  return {
    target,
    north: await create('North', NORTH, tabs.north),
    south: await create('South', SOUTH, tabs.south),
    takenByNorth: (tab: string) =>
      `'North' (${type.name}) already writes to the tab '${tab}' of the target spreadsheet`,
    readValues: async (tab: string) =>
      (await sheets.spreadsheets.values.get({ spreadsheetId: target, range: tab })).data.values,
  }
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const newSpreadsheet = (values: unknown[][]) => createSpreadsheet(app.sheets, { values, isEntered: true })

/** A task whose first run fills a cell, replaces a formula and clears a cell. */
async function newRun() {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const source = await newSpreadsheet([
    ['id', "'=name"],
    [1, "'=1+1"],
    [2, 'two'],
  ])
  const target = await newSpreadsheet([['id'], [1, '=2+2'], [], ['gone']])
  const places = { source_ss_id: source, target_ss_id: target, source_sheet_name: '', target_sheet_name: '' }
  const task = await app.member.call(api.tasks.create, {
    body: buildTaskFields({ sync_task_type_id: type.id, ...places, start_row: 2 }),
  })
  await runToSuccess(app.member, task.id)
  const { runs } = await app.member.call(api.runs.list, { query: { task_id: task.id, limit: 1 } })
  return { id: task.id, run: runs[0]?.id ?? 0 }
}

test('the changed cells of a run are listed and filtered', async () => {
  const params = await newRun()
  const page = await app.member.call(api.changeSets.page, { params, query: {} })
  expect(page).toMatchObject({ state: 'kept', filled: 2, changed: 1, cleared: 1, matching: 4 })
  expect(page.cells).toMatchObject([
    { row: 2, column: 2, kind: 'changed', before: { formula: '=2+2' }, after: '=1+1' },
    { row: 3, column: 1, kind: 'filled', before: null, after: 2 },
    { row: 3, column: 2, kind: 'filled', before: null, after: 'two' },
    { row: 4, column: 1, kind: 'cleared', before: 'gone', after: '' },
  ])
  const filled = await app.member.call(api.changeSets.page, { params, query: { kind: 'filled', column: 1 } })
  expect(filled).toMatchObject({ matching: 1, filled: 2, cells: [{ row: 3 }] })
  const next = await app.member.call(api.changeSets.page, { params, query: { offset: 3, limit: 2 } })
  expect(next.cells).toMatchObject([{ kind: 'cleared' }])
})

test('the export has the same cells with column names, and no field that a spreadsheet program takes for a formula', async () => {
  const params = await newRun()
  const path = `/api/sync_tasks/${params.id}/runs/${params.run}/changes/export`
  const response = await app.member.fetch(path)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="run_${params.run}_changes.csv"`)
  const [header, changed, ...others] = (await response.text()).trim().split('\n')
  expect(header).toBe('row,column,column name,change,before,after,format before,format after')
  expect(changed).toBe("2,B,'=name,changed,'=2+2,'=1+1,,")
  expect(others).toHaveLength(3)
  expect((await (await app.member.fetch(`${path}?kind=cleared`)).text()).trim().split('\n')).toHaveLength(2)
})

test('a run that wrote nothing has no changes, and that of another task is not found', async () => {
  const { id } = await newRun()
  await runToSuccess(app.member, id)
  const { runs } = await app.member.call(api.runs.list, { query: { task_id: id, limit: 1 } })
  const unchanged = await app.member.call(api.changeSets.page, { params: { id, run: runs[0]?.id ?? 0 }, query: {} })
  expect(unchanged).toMatchObject({ state: 'none', matching: 0, cells: [] })
  const other = await newRun()
  expect((await app.member.send(api.changeSets.page, { params: { id, run: other.run }, query: {} })).status).toBe(404)
})

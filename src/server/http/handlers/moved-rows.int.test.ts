import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const ROWS = [
  ['order', 'state'],
  [1001, 'open'],
  [1002, 'paid'],
  [1003, 'sent'],
  [1004, 'open'],
]

/** A copied task. Remarks beside its rows move with the rows. Row 3 has remarks. */
async function copiedTask() {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const source = await createSpreadsheet(app.sheets, { values: ROWS, isEntered: true })
  const target = await createSpreadsheet(app.sheets, { values: [ROWS[0] ?? []], isEntered: true })
  const places = { source_ss_id: source, target_ss_id: target, source_sheet_name: '', target_sheet_name: '' }
  const body = buildTaskFields({ sync_task_type_id: type.id, ...places, beside: 'carry' })
  const { id } = await app.member.call(api.tasks.create, { body })
  await runToSuccess(app.member, id)
  await enterValues(app.sheets, { spreadsheetId: target, range: 'C3', values: [['call back', 'soon']] })
  return { id, source, target }
}

async function preview(id: number) {
  const params = await app.member.call(api.previews.start, { body: { task_ids: [id] } })
  const { tasks } = await eventually({
    what: 'the preview to end',
    read: () => app.member.call(api.previews.get, { params }),
    until: ({ is_in_progress }) => !is_in_progress,
  })
  return tasks[0]?.result
}

async function readRows(spreadsheetId: string): Promise<unknown[][]> {
  return (await app.sheets.spreadsheets.values.get({ spreadsheetId, range: 'A1:D9' })).data.values ?? []
}

test('a preview, the changes of the run and the preview of its undo list moved rows, also where no cell changes', async () => {
  const { id, source, target } = await copiedTask()
  const [header = [], first = [], second = [], ...others] = ROWS
  await enterValues(app.sheets, { spreadsheetId: source, range: 'A1', values: [header, first, ...others, second] })
  const moves = { rows: 3, cells: 2, inserted: 0, deleted: 0, moved: 2, filled: 0 }
  const blocks = [
    { row: 3, rows: 1, to: 5, cells: 2 },
    { row: 4, rows: 2, to: 3, cells: 0 },
  ]
  expect(await preview(id)).toMatchObject({ cells_changed: 0, row_moves: { ...moves, blocks }, warnings: [] })
  await runToSuccess(app.member, id)
  expect(await readRows(target)).toEqual(
    [header, first, ...others, [...second.map(String), 'call back', 'soon']].map((row) => row.map(String)),
  )
  const { runs } = await app.member.call(api.runs.list, { query: { task_id: id, limit: 1 } })
  const [run] = runs
  expect(run).toMatchObject({ cells_changed: 8, cells_moved: 8 })
  const params = { id, run: run?.id ?? 0 }
  const changes = await app.member.call(api.changeSets.page, { params, query: {} })
  expect(changes).toMatchObject({ state: 'kept', cells: [], row_moves: { ...moves, blocks } })
  const undo = await app.member.call(api.changeSets.previewUndo, { params, query: {} })
  expect(undo).toMatchObject({ cells: 0, row_moves: { rows: 3, restored: 0 } })
  await app.member.call(api.changeSets.undo, { params, body: { edited: 'leave' } })
  await untilEnded(app.member, id)
  expect(await readRows(target)).toEqual(
    ROWS.map((row, at) => (at === 2 ? [...row, 'call back', 'soon'] : row).map(String)),
  )
  expect(await app.member.call(api.runs.list, { query: { task_id: id, limit: 1 } })).toMatchObject({
    runs: [{ cells_moved: 6 }],
  })
})

test('the treatment of remarks is exported and imported as CSV, and an unknown one is skipped with the reason', async () => {
  const { id } = await copiedTask()
  const exported = await (await app.member.send(api.tasks.exportCsv, {})).text()
  const [header = [], ...rows] = parse(exported) as string[][]
  const column = header.indexOf('beside')
  const own = rows.findIndex((row) => row[header.indexOf('id')] === String(id))
  expect(rows[own]?.[column]).toBe('carry')
  const importWith = (beside: string) => {
    const row = (rows[own] ?? []).with(column, beside)
    return app.member.upload(api.tasks.importCsv, { name: 'tasks.csv', content: stringify([header, row]) })
  }
  expect(await importWith('carry')).toMatchObject({ unchanged: 1 })
  expect(await importWith('leave')).toMatchObject({ updated: 1 })
  expect(await app.member.call(api.tasks.get, { params: { id } })).toMatchObject({ beside: 'leave' })
  expect(JSON.stringify(await importWith('follow'))).toContain('carry')
})

test('an unknown value is refused with its field', async () => {
  const { id } = await copiedTask()
  const body = { ...(await app.member.call(api.tasks.get, { params: { id } })), beside: 'follow' }
  const response = await app.member.send(api.tasks.update, { params: { id }, body: body as never })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ fields: { beside: expect.stringMatching(/ask.*leave.*carry/) } })
})

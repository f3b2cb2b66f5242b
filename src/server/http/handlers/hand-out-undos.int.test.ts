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

const enter = (spreadsheetId: string, range: string, values: unknown[][]) =>
  enterValues(app.sheets, { spreadsheetId, range, values })

async function read(spreadsheetId: string, tab: string): Promise<unknown[][]> {
  return (await app.sheets.spreadsheets.values.get({ spreadsheetId, range: `${tab}!A1:C9` })).data.values ?? []
}

/** Creates a hand-out to the tabs North and South. A second run changes a cell of each tab. */
async function handedOut() {
  const rows = [
    ['Order', 'Branch'],
    ['1', 'North'],
    ['2', 'South'],
  ]
  const { id, source, target } = await firstHandedOut(rows)
  await enter(source, 'A2:A3', [['1b'], ['2b']])
  return { id, target, params: await runAgain(id) }
}

/** A task that has handed out rows once. */
async function firstHandedOut(rows: unknown[][], own: Partial<Parameters<typeof buildTaskFields>[0]> = {}) {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const [source, target] = [
    await createSpreadsheet(app.sheets, { values: rows, isEntered: true }),
    await createSpreadsheet(app.sheets, {}),
  ]
  const places = { source_ss_id: source, target_ss_id: target, source_sheet_name: '', target_sheet_name: '' }
  const fields = buildTaskFields({ sync_task_type_id: type.id, ...places, start_row: 1, split_by: 'Branch', ...own })
  const { id } = await app.member.call(api.tasks.create, { body: fields })
  await runToSuccess(app.member, id)
  return { id, source, target }
}

/** Adds columns beside the rows of each tab. */
async function addColumns(spreadsheetId: string) {
  const { sheets = [] } = (await app.sheets.spreadsheets.get({ spreadsheetId })).data
  const requests = sheets.map(({ properties }) => ({
    appendDimension: { sheetId: properties?.sheetId ?? 0, dimension: 'COLUMNS', length: 1 },
  }))
  await app.sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })
}

async function runAgain(id: number) {
  await runToSuccess(app.member, id)
  const { runs } = await app.member.call(api.runs.list, { query: { task_id: id, limit: 1 } })
  return { id, run: runs[0]?.id ?? 0 }
}

test('the changes of a run are listed by target, and as a file', async () => {
  const { target, params } = await handedOut()
  const all = await app.member.call(api.changeSets.page, { params, query: {} })
  expect(all).toMatchObject({
    state: 'kept',
    changed: 2,
    matching: 2,
    targets: [
      { value: 'North', target_ss_id: target, target_sheet_name: 'North', changed: 1 },
      { value: 'South', target_ss_id: target, target_sheet_name: 'South', changed: 1 },
    ],
    cells: [
      { value: 'North', row: 2, column: 1, before: 1, after: '1b' },
      { value: 'South', row: 2, column: 1, before: 2, after: '2b' },
    ],
  })
  const south = await app.member.call(api.changeSets.page, { params, query: { value: 'south' } })
  expect(south).toMatchObject({ changed: 1, matching: 1, cells: [{ value: 'South', after: '2b' }] })
  const other = await app.member.send(api.changeSets.page, { params, query: { value: 'East' } })
  expect(other.status).toBe(404)
  const file = await app.member.fetch(`/api/sync_tasks/${params.id}/runs/${params.run}/changes/export`)
  expect(await file.text()).toBe(
    'value,row,column,column name,change,before,after,format before,format after\nNorth,2,A,Order,changed,1,1b,,\nSouth,2,A,Order,changed,2,2b,,\n',
  )
})

test('an undo shows its targets, and undoes one of them or all', async () => {
  const { id, target, params } = await handedOut()
  await enter(target, 'South!A2', [['mine']])
  const preview = await app.member.call(api.changeSets.previewUndo, { params, query: {} })
  expect(preview).toMatchObject({
    cells: 2,
    run_ids: [params.run],
    targets: [
      { value: 'North', target_sheet_name: 'North', cells: 1, refusal: null },
      { value: 'South', target_sheet_name: 'South', cells: 1, refusal: null },
    ],
  })
  const whole = { edited: 'overwrite', edited_digest: preview.edited_digest } as const
  const refused = await app.member.send(api.changeSets.undo, { params, body: whole })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    message: 'An undo of all targets keeps edited cells. To overwrite them, undo one target and see its edits first.',
  })
  const south = await app.member.call(api.changeSets.previewUndo, { params, query: { value: 'South' } })
  expect(south).toMatchObject({
    tab: 'South',
    cells: 0,
    cells_with_edited: 1,
    edited_cells: [{ row: 2, column: 1, column_name: 'Order', current: 'mine', written: '2b', original: 2 }],
  })
  const body = { edited: 'overwrite', edited_digest: south.edited_digest, value: 'South' } as const
  expect(await app.member.call(api.changeSets.undo, { params, body })).toMatchObject({ status: 'success' })
  expect(await untilEnded(app.member, id)).toMatchObject({ task_status: 'Success', delivery: null })
  expect(await read(target, 'South')).toEqual([
    ['Order', 'Branch'],
    ['2', 'South'],
  ])
  expect(await read(target, 'North')).toEqual([
    ['Order', 'Branch'],
    ['1b', 'North'],
  ])
  await app.member.call(api.changeSets.undo, { params, body: { edited: 'leave' } })
  expect(await untilEnded(app.member, id)).toMatchObject({ task_status: 'Success' })
  expect(await read(target, 'North')).toEqual([
    ['Order', 'Branch'],
    ['1', 'North'],
  ])
  const gone = await app.member.send(api.changeSets.previewUndo, { params, query: { value: 'East' } })
  expect(gone.status).toBe(409)
})

test('the runs of a wave that handed rows out are undone with those of other tasks', async () => {
  const { id, target, params } = await handedOut()
  const { wave_id } = await app.member.call(api.runs.get, { params })
  const preview = await app.member.call(api.undos.preview, { body: { wave_id } })
  expect(preview).toMatchObject({ undos: [{ task_id: id, run_id: params.run, later_runs: 0, cells: 2 }], refused: [] })
  await app.member.call(api.undos.create, { body: { undos: [{ task_id: id, run_id: params.run }] } })
  expect(await untilEnded(app.member, id)).toMatchObject({ task_status: 'Success' })
  expect(await read(target, 'South')).toEqual([
    ['Order', 'Branch'],
    ['2', 'South'],
  ])
})

test('an undo of targets in which only whole rows moved counts the rows that move back', async () => {
  const header = ['Order', 'Branch']
  const north = ['1', '2', '3', '4'].map((order) => [order, 'North'])
  const south = ['5', '6', '7'].map((order) => [order, 'South'])
  const { id, source, target } = await firstHandedOut([header, ...north, ...south], { beside: 'carry' })
  await addColumns(target)
  await enter(target, 'North!C2', [['call back']])
  await enter(target, 'South!C2', [['soon']])
  const [[first = [], ...norths], [fifth = [], ...souths]] = [north, south]
  await enter(source, 'A1', [header, ...norths, first, ...souths, fifth])
  const params = await runAgain(id)
  expect(await read(target, 'North')).toEqual([header, ...norths, [...first, 'call back']])
  const preview = await app.member.call(api.changeSets.previewUndo, { params, query: {} })
  expect(preview).toMatchObject({
    cells: 0,
    row_moves: { rows: 7, restored: 0 },
    targets: [{ cells: 0 }, { cells: 0 }],
  })
  await app.member.call(api.changeSets.undo, { params, body: { edited: 'leave' } })
  expect(await untilEnded(app.member, id)).toMatchObject({ task_status: 'Success' })
  expect(await read(target, 'North')).toEqual([header, [...first, 'call back'], ...norths])
  expect(await read(target, 'South')).toEqual([header, [...fifth, 'soon'], ...souths])
})

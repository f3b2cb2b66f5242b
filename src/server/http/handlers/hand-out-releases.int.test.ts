import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { TaskFields } from '#contract/task-fields.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToEnd, runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/* Tests of tabs for values that are no longer handed out, and for values that return. */

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const HEADER = ['Order', 'Branch']
const sheet = (values: unknown[][] = []) => createSpreadsheet(app.sheets, { values, isEntered: true })
const enter = (spreadsheetId: string, range: string, values: unknown[][]) =>
  enterValues(app.sheets, { spreadsheetId, range, values })

async function read(spreadsheetId: string, tab: string): Promise<unknown[][]> {
  const options = { range: `'${tab}'!A1:Z99`, valueRenderOption: 'UNFORMATTED_VALUE' }
  return (await app.sheets.spreadsheets.values.get({ spreadsheetId, ...options })).data.values ?? []
}

async function listTabs(spreadsheetId: string) {
  const { sheets = [] } = (await app.sheets.spreadsheets.get({ spreadsheetId })).data
  return new Map(sheets.map(({ properties }) => [properties?.title ?? '', properties?.sheetId ?? 0]))
}

async function rename(spreadsheetId: string, from: string, title: string): Promise<void> {
  const sheetId = (await listTabs(spreadsheetId)).get(from) ?? null
  const requests = [{ updateSheetProperties: { properties: { sheetId, title }, fields: 'title' } }]
  await app.sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })
}

async function addTask(fields: Partial<TaskFields>): Promise<number> {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const places = { source_sheet_name: '', target_sheet_name: '', start_row: 1 }
  const body = buildTaskFields({ sync_task_type_id: type.id, ...places, ...fields })
  return (await app.member.call(api.tasks.create, { body })).id
}

/** Hands rows out to a tab for each value, then moves the rows of North away, so its tab is released. */
async function releaseNorth() {
  const source = await sheet([HEADER, [1, 'North'], [2, 'South'], [3, 'North']])
  const target = await sheet()
  const id = await addTask({ source_ss_id: source, target_ss_id: target, split_by: 'Branch' })
  await runToSuccess(app.member, id)
  await enter(source, 'B2:B4', [['South'], ['South'], ['South']])
  await app.member.call(api.tasks.execute, { params: { id }, body: { allow_shrink: true } })
  await untilEnded(app.member, id)
  return { id, source, target, returnNorth: () => enter(source, 'B2', [['North']]) }
}

const OWN_CELLS = [
  ['Guest', 'Dish'],
  ['Ann', 'Soup'],
  ['Bob', 'Fish'],
  ['Cy', 'Pie'],
]

test('cells that a person entered after a value left the list are kept when the value returns, until a person accepts it', async () => {
  const source = await sheet([HEADER, [1, 'North'], [2, 'South'], [3, 'North'], [4, 'North']])
  const [north, south] = [await sheet(), await sheet()]
  const list = await sheet([
    ['Branch', 'File'],
    ['South', south],
    ['North', north],
  ])
  const targets_from = { ss_id: list, sheet_name: '', value_column: 'Branch', link_column: 'File', tab_column: '' }
  const id = await addTask({ source_ss_id: source, split_by: 'Branch', targets_from, unmatched: 'report' })
  const leave = () => enter(list, 'A3:B3', [['', '']])
  const comeBack = () => enter(list, 'A3:B3', [['North', north]])
  await runToSuccess(app.member, id)
  await leave()
  await runToEnd(app.member, id)
  await comeBack()
  await runToSuccess(app.member, id)
  await leave()
  await runToEnd(app.member, id)
  await enter(north, 'A1', OWN_CELLS)
  await comeBack()
  const { hold } = await runToEnd(app.member, id)
  expect(hold?.rules).toMatchObject([{ cause: 'target_occupied' }])
  expect(await read(north, 'Sheet1')).toEqual(OWN_CELLS)
  await app.member.call(api.tasks.execute, { params: { id }, body: { allow_shrink: true } })
  await untilEnded(app.member, id)
  expect(await read(north, 'Sheet1')).toEqual([HEADER, [1, 'North'], [3, 'North'], [4, 'North']])
})

test('a cell that a person entered in the tab of a value without rows is kept when the value returns', async () => {
  const { id, target, returnNorth } = await releaseNorth()
  await runToSuccess(app.member, id)
  await enter(target, 'North!A2', [['Mine']])
  await returnNorth()
  const { hold } = await runToEnd(app.member, id)
  expect(hold?.rules).toMatchObject([{ cause: 'target_occupied' }])
  expect(await read(target, 'North')).toEqual([HEADER, ['Mine']])
})

test('a value that returns gets its former tab, although a person renamed the tab', async () => {
  const { id, target, returnNorth } = await releaseNorth()
  await rename(target, 'North', 'North (old)')
  await runToSuccess(app.member, id)
  await returnNorth()
  await runToSuccess(app.member, id)
  expect([...(await listTabs(target)).keys()].sort()).toEqual(['North (old)', 'Sheet1', 'South'])
  expect(await read(target, 'North (old)')).toEqual([HEADER, [1, 'North']])
})

test('a value that returns gets a new tab if its former tab was deleted, or renamed and taken by another task', async () => {
  const { id, source, target, returnNorth } = await releaseNorth()
  await runToSuccess(app.member, id)
  await rename(target, 'North', 'Taken')
  const own = [
    ['Own', 'Cells'],
    [5, 6],
  ]
  const other = await sheet(own)
  const fields = { source_ss_id: other, target_ss_id: target, target_sheet_name: 'Taken' }
  const taking = await addTask(fields)
  await app.member.call(api.tasks.execute, { params: { id: taking }, body: { allow_shrink: true } })
  await untilEnded(app.member, taking)
  expect(await read(target, 'Taken')).toEqual(own)
  await returnNorth()
  await runToSuccess(app.member, id)
  expect(await read(target, 'North')).toEqual([HEADER, [1, 'North']])
  expect(await read(target, 'Taken')).toEqual(own)

  await enter(source, 'B2', [['South']])
  await app.member.call(api.tasks.execute, { params: { id }, body: { allow_shrink: true } })
  await untilEnded(app.member, id)
  await runToSuccess(app.member, id)
  const deleteSheet = { sheetId: (await listTabs(target)).get('North') ?? 0 }
  await app.sheets.spreadsheets.batchUpdate({ spreadsheetId: target, requestBody: { requests: [{ deleteSheet }] } })
  await returnNorth()
  await runToSuccess(app.member, id)
  expect(await read(target, 'North')).toEqual([HEADER, [1, 'North']])
})

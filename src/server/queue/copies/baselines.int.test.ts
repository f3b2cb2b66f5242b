import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSets } from '#contract/change-set.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { readNextRunWork } from '#server/runs/run-work.ts'
import { copyBaselines } from '#server/storage/schema.ts'
import { runToEnd, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues, writeValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const write = (spreadsheetId: string, values: unknown[][]) => writeValues(app.sheets, { spreadsheetId, values })

async function createTask(name: string, rows: unknown[][]) {
  const source = await createSpreadsheet(app.sheets, { values: rows, isEntered: true })
  const target = await createSpreadsheet(app.sheets)
  const type = await app.member.call(taskTypes.create, { body: { name } })
  const body = { sync_task_type_id: type.id, source_ss_id: source, target_ss_id: target, start_row: 2 }
  const { id } = await app.member.call(tasks.create, { body })
  return { id, source, target }
}

async function readBaselines(taskId: number) {
  const { orm } = app.context.database
  return await orm.select().from(copyBaselines).where(eq(copyBaselines.taskId, taskId)).orderBy(asc(copyBaselines.id))
}

async function readKnownBaseline(taskId: number) {
  const work = await readNextRunWork(app.context.database.orm, taskId)
  return work?.recorded.baseline ?? undefined
}

const buildRows = (count: number) => Array.from({ length: count }, (_, at) => [`Row ${at}`, at])

test('each copy that changes something is remembered, with its tabs and how far it reached', async () => {
  const { id, source } = await createTask('Changing', [['Name', 'Amount'], ...buildRows(3)])
  await runToEnd(app.member, id)
  await runToEnd(app.member, id)
  expect(await readBaselines(id)).toMatchObject([{ taskId: id, wasAccepted: false, wasUndone: false }])
  await write(source, [['Name', 'Amount'], ...buildRows(4)])
  await runToEnd(app.member, id)
  const [first, second] = await readBaselines(id)
  expect([first?.baseline.rows, second?.baseline.rows]).toEqual([3, 4])
  expect(second?.baseline).toMatchObject({
    source: { title: 'Sheet1', sheetId: expect.any(Number) },
    target: { title: 'Sheet1', sheetId: expect.any(Number) },
    startRow: 2,
    header: ['Name', 'Amount'],
    width: 2,
  })
})

test('a copy with an error cell ends in a warning, and the next run relies on it all the same', async () => {
  const { id } = await createTask('Faulty', [['Name'], ['=1/0']])
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Warning' })
  expect(await readKnownBaseline(id)).toMatchObject({ rows: 1 })
  app.emulator.requests.clear()
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Warning' })
  const layouts = app.emulator.requests.entries.filter(({ path }) => path.includes('includeGridData'))
  expect(layouts).toEqual([])
})

test('after an undo, the next copy is compared with the one before the undone runs', async () => {
  const { id, source } = await createTask('Undone', [['Name', 'Amount'], ...buildRows(3)])
  await runToEnd(app.member, id)
  await write(source, [['Name', 'Amount'], ...buildRows(5)])
  await runToEnd(app.member, id)
  expect(await readKnownBaseline(id)).toMatchObject({ rows: 5 })
  const [, latest] = await readBaselines(id)
  await app.member.call(changeSets.undo, { params: { id, run: latest?.runId ?? 0 }, body: { edited: 'leave' } })
  await untilEnded(app.member, id)
  expect(await readKnownBaseline(id)).toMatchObject({ rows: 3 })
})

test('after an undo, the same accident is held, and so is a row that a person wrote where the undone ones were', async () => {
  const header = ['Name', 'Amount']
  const { id, source, target } = await createTask('Undone accident', [header, ...buildRows(40)])
  await runToEnd(app.member, id)
  const broken = buildRows(45).map(([name], at) => [name, at < 20 ? '=1/0' : at])
  await enterValues(app.sheets, { spreadsheetId: source, values: [header, ...broken] })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Warning', can_copy_anyway: true })
  const again = { params: { id }, body: { allow_shrink: true } }
  await app.member.call(tasks.execute, again)
  await untilEnded(app.member, id)
  expect(await readKnownBaseline(id)).toMatchObject({ rows: 45 })

  const latest = (await readBaselines(id)).at(-1)
  await app.member.call(changeSets.undo, { params: { id, run: latest?.runId ?? 0 }, body: { edited: 'leave' } })
  await untilEnded(app.member, id)
  await writeValues(app.sheets, { spreadsheetId: target, range: 'A44', values: [['Sum']] })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Warning', can_copy_anyway: true })
  const { hold } = await app.member.call(tasks.get, { params: { id } })
  expect(hold?.rules.map(({ cause }) => cause)).toEqual(expect.arrayContaining(['error_jump', 'other_cells']))
  const { data } = await app.sheets.spreadsheets.values.get({ spreadsheetId: target, range: 'A42:A45' })
  expect(data.values).toEqual([[], [], ['Sum']])
})

test('a task that copies from elsewhere is new there', async () => {
  const { id } = await createTask('Elsewhere', [['Name', 'Amount'], ...buildRows(3)])
  await runToEnd(app.member, id)
  const source_ss_id = await createSpreadsheet(app.sheets)
  await app.member.call(tasks.update, { params: { id }, body: { source_ss_id } })
  expect(await readKnownBaseline(id)).toBeUndefined()
})

test('a task that copied elsewhere for a while knows what its runs wrote before', async () => {
  const measured = (factor: number) => buildRows(12).map(([, at]) => [Number(at) * factor, Number(at) + factor])
  const { id, source, target } = await createTask('There and back', measured(3))
  const source_sheet_name = 'Sheet1'
  await app.member.call(tasks.update, { params: { id }, body: { source_sheet_name } })
  await runToEnd(app.member, id)
  await app.member.call(tasks.update, { params: { id }, body: { source_sheet_name: 'Missing' } })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Error' })
  await app.member.call(tasks.update, { params: { id }, body: { source_sheet_name } })
  await write(source, measured(7))
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  const { data } = await app.sheets.spreadsheets.values.get({ spreadsheetId: target, range: 'Sheet1!A12:B12' })
  expect(data.values).toEqual([['77', '18']])
})

/** Adds a tab with a row before all other tabs. */
async function addFirstTab(spreadsheetId: string, { title, row }: { title: string; row: unknown[] }): Promise<void> {
  const addSheet = { properties: { title, index: 0 } }
  await app.sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests: [{ addSheet }] } })
  await writeValues(app.sheets, { spreadsheetId, range: `${title}!A1`, values: [row] })
}

async function readTabs(spreadsheetId: string) {
  const { data } = await app.sheets.spreadsheets.get({ spreadsheetId, includeGridData: true })
  return data.sheets?.map(({ properties, data: grids }) => [
    properties?.title,
    grids?.[0]?.rowData?.[0]?.values?.[0]?.formattedValue,
  ])
}

test('an unnamed tab stays the one that was copied when something else of the task is edited', async () => {
  const { id, source, target } = await createTask('Edited elsewhere', [['Name'], ['Ada']])
  await runToEnd(app.member, id)
  await addFirstTab(source, { title: 'Notes', row: ['Not meant'] })
  await addFirstTab(target, { title: 'Cover', row: ['Ours'] })
  await app.member.call(tasks.update, { params: { id }, body: { start_row: 1 } })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  const source_ss_id = await createSpreadsheet(app.sheets, { values: [['Name'], ['Eve']] })
  await app.member.call(tasks.update, { params: { id }, body: { source_ss_id } })
  await app.member.call(tasks.execute, { params: { id }, body: { allow_shrink: true } })
  expect(await untilEnded(app.member, id)).toMatchObject({ task_status: 'Success' })
  expect(await readTabs(target)).toEqual([
    ['Cover', 'Ours'],
    ['Sheet1', 'Name'],
  ])
})

test('a renamed target tab is followed although the task reads from another file since then', async () => {
  const { id, target } = await createTask('Renamed target', [['Name'], ['Ada']])
  await app.member.call(tasks.update, { params: { id }, body: { target_sheet_name: 'Sheet1', start_row: 1 } })
  await runToEnd(app.member, id)
  const source_ss_id = await createSpreadsheet(app.sheets, { values: [['Name'], ['Ada']] })
  const [tab] = (await app.sheets.spreadsheets.get({ spreadsheetId: target })).data.sheets ?? []
  const properties = { sheetId: tab?.properties?.sheetId ?? 0, title: 'Copied' }
  const rename = { updateSheetProperties: { properties, fields: 'title' } }
  await app.sheets.spreadsheets.batchUpdate({ spreadsheetId: target, requestBody: { requests: [rename] } })
  await app.member.call(tasks.update, { params: { id }, body: { source_ss_id } })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  expect(await app.member.call(tasks.get, { params: { id } })).toMatchObject({ target_sheet_name: 'Copied' })
  expect(await readTabs(target)).toEqual([['Copied', 'Name']])
})

test('a tab that was named and then left unnamed again is the first one', async () => {
  const { id, source, target } = await createTask('Named meanwhile', [['Name'], ['Ada']])
  await runToEnd(app.member, id)
  await addFirstTab(source, { title: 'Newer', row: ['Names'] })
  await app.member.call(tasks.update, { params: { id }, body: { source_sheet_name: 'Sheet1' } })
  await app.member.call(tasks.update, { params: { id }, body: { source_sheet_name: '', start_row: 1 } })
  await app.member.call(tasks.execute, { params: { id }, body: { allow_shrink: true } })
  expect(await untilEnded(app.member, id)).toMatchObject({ task_status: 'Success' })
  expect(await readTabs(target)).toEqual([['Sheet1', 'Names']])
})

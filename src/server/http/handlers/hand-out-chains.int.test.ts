import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { TaskFields } from '#contract/task-fields.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd, runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const ROWS = [
  ['Order', 'Branch'],
  [1, 'North'],
  [2, 'South'],
]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const sheet = (values: unknown[][] = []) => createSpreadsheet(app.sheets, { values, isEntered: true })

async function read(spreadsheetId: string, tab = 'Sheet1'): Promise<unknown[][]> {
  const range = `'${tab}'!A1:Z99`
  const valueRenderOption = 'UNFORMATTED_VALUE'
  return (await app.sheets.spreadsheets.values.get({ spreadsheetId, range, valueRenderOption })).data.values ?? []
}

const PLACES = { source_sheet_name: '', target_sheet_name: '', start_row: 1 }

/** Adds a type with tasks that run after copies into their sources. */
async function addType(): Promise<number> {
  return (await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields({ after_source: true }) })).id
}

async function addTask(typeId: number, fields: Partial<TaskFields>): Promise<number> {
  const body = buildTaskFields({ sync_task_type_id: typeId, ...PLACES, ...fields })
  return (await app.member.call(api.tasks.create, { body })).id
}

/** Tries to create a task, and returns the answer as text. */
async function tryToAdd(typeId: number, fields: Partial<TaskFields>) {
  const body = buildTaskFields({ sync_task_type_id: typeId, ...PLACES, ...fields })
  const response = await app.member.send(api.tasks.create, { body })
  return { status: response.status, text: await response.text() }
}

const getTask = (id: number) => app.member.call(api.tasks.get, { params: { id } })

/** Waits until a spreadsheet has these values. */
async function untilCopied(spreadsheetId: string, values: unknown[][]): Promise<void> {
  const isCopied = (found: unknown[][]) => JSON.stringify(found) === JSON.stringify(values)
  await eventually({ what: 'the follower to copy', read: () => read(spreadsheetId), until: isCopied })
}

async function handOutTo(kind: string, typeId: number) {
  const source = await sheet(ROWS)
  const [north, south] = [await sheet(), await sheet()]
  const targets = [north, south].map((target_ss_id, at) => {
    return { value: at === 0 ? 'North' : 'South', target_ss_id, target_sheet_name: '' }
  })
  if (kind === 'a tab for each value') {
    const id = await addTask(typeId, { source_ss_id: source, target_ss_id: north, split_by: 'Branch' })
    return { id, source, target: { source_ss_id: north, source_sheet_name: 'North' } }
  }
  if (kind === 'listed files') {
    const id = await addTask(typeId, { source_ss_id: source, split_by: 'Branch', targets })
    return { id, source, target: { source_ss_id: north, source_sheet_name: '' } }
  }
  const list = await sheet([['Branch', 'File'], ...targets.map(({ value, target_ss_id }) => [value, target_ss_id])])
  const targets_from = { ss_id: list, sheet_name: '', value_column: 'Branch', link_column: 'File', tab_column: '' }
  const id = await addTask(typeId, { source_ss_id: source, split_by: 'Branch', targets_from })
  return { id, source, target: { source_ss_id: north, source_sheet_name: 'Sheet1' } }
}

test.each(['a tab for each value', 'listed files', 'files that a sheet lists'])(
  'a task that copies a target runs after a hand-out to %s, and waits for it in the same wave',
  async (kind) => {
    const typeId = await addType()
    const { id, source, target } = await handOutTo(kind, typeId)
    await runToSuccess(app.member, id)
    const end = await sheet()
    const follower = await addTask(typeId, { ...target, target_ss_id: end, name: 'Onward' })
    await enterValues(app.sheets, { spreadsheetId: source, range: 'A2', values: [[11]] })
    await runToSuccess(app.member, id)
    await untilCopied(end, [ROWS[0] ?? [], [11, 'North']])
    const { logs } = await untilEnded(app.member, follower)
    expect(logs?.map(({ message }) => message).join()).toContain('copied to its source.')

    await enterValues(app.sheets, { spreadsheetId: source, range: 'A2', values: [[12]] })
    await app.member.call(api.selectedTasks.execute, { body: { task_ids: [follower, id] } })
    await untilCopied(end, [ROWS[0] ?? [], [12, 'North']])
    await untilEnded(app.member, follower)
    const { runs } = await app.member.call(api.runs.list, { query: { task_id: follower, limit: 9 } })
    expect(runs).toHaveLength(2)
  },
)

test('a task that copies a held target does not run, and the followers of other targets do', async () => {
  const typeId = await addType()
  const target = await sheet()
  const source = await sheet([...ROWS, [3, 'East']])
  const id = await addTask(typeId, { source_ss_id: source, target_ss_id: target, split_by: 'Branch' })
  await runToSuccess(app.member, id)
  const [northEnd, southEnd] = [await sheet(), await sheet()]
  const follow = (tab: string, end: string) =>
    addTask(typeId, { source_ss_id: target, source_sheet_name: tab, target_ss_id: end })
  await follow('North', northEnd)
  const ofSouth = await follow('South', southEnd)
  await enterValues(app.sheets, {
    spreadsheetId: source,
    range: 'A2:B3',
    values: [
      [11, 'North'],
      [12, 'East'],
    ],
  })
  const { task_status, delivery } = await runToEnd(app.member, id)
  expect(task_status).toBe('Warning')
  expect(delivery?.targets.find(({ value }) => value === 'South')).toMatchObject({ state: 'held' })
  await untilCopied(northEnd, [ROWS[0] ?? [], [11, 'North']])
  expect((await getTask(ofSouth)).task_status).toBe('Pending')
})

test('a tab of a hand-out has one writer and leads back to no source, until its value is gone', async () => {
  const typeId = await addType()
  const target = await sheet()
  const source = await sheet([...ROWS, [3, 'East']])
  const handOut = { source_ss_id: source, target_ss_id: target, split_by: 'Branch', name: 'Branches' }
  const id = await addTask(typeId, handOut)
  await runToSuccess(app.member, id)
  const south = { target_ss_id: target, target_sheet_name: 'South' }
  expect(await tryToAdd(typeId, { source_ss_id: await sheet(), ...south })).toEqual({
    status: 400,
    text: expect.stringContaining("'Branches'"),
  })
  const back = { source_ss_id: target, source_sheet_name: 'North', target_ss_id: source, target_sheet_name: '' }
  expect(await tryToAdd(typeId, back)).toEqual({ status: 400, text: expect.stringContaining('Branches') })
  expect((await getTask(id)).conflicts).toEqual({ overlaps: [], loop: [] })

  // The value's only row moves to another value. After the next run, its tab is no longer a target.
  await enterValues(app.sheets, { spreadsheetId: source, range: 'B3', values: [['North']] })
  await app.member.call(api.tasks.execute, { params: { id }, body: { allow_shrink: true } })
  await untilEnded(app.member, id)
  await runToSuccess(app.member, id)
  expect(await tryToAdd(typeId, { source_ss_id: await sheet(), ...south })).toMatchObject({ status: 201 })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSets } from '#contract/change-set.ts'
import type { TaskFields } from '#contract/task-fields.ts'
import { tasks } from '#contract/task-routes.ts'
import { type TaskTypeFields, taskTypes } from '#contract/task-type.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { putPivot } from '#tests/support/computed-tables.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd, untilEnded } from '#tests/support/run-to-end.ts'
import { setInTrash } from '#tests/support/set-in-trash.ts'
import { createSpreadsheet, enterValues, writeValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const write = (spreadsheetId: string, values: Cell[][], range = 'A1') =>
  writeValues(app.sheets, { spreadsheetId, range, values })

async function replace(spreadsheetId: string, values: Cell[][]): Promise<void> {
  await app.sheets.spreadsheets.values.clear({ spreadsheetId, range: 'Sheet1' })
  await write(spreadsheetId, values)
}

async function read(spreadsheetId: string): Promise<unknown[][]> {
  const place = { spreadsheetId, range: 'Sheet1', valueRenderOption: 'UNFORMATTED_VALUE' }
  return (await app.sheets.spreadsheets.values.get(place)).data.values ?? []
}

interface World {
  source: Cell[][]
  target?: Cell[][]
  type?: Partial<TaskTypeFields>
  task?: Partial<TaskFields>
}

let made = 0

async function createTask({ source, target = [], type = {}, task = {} }: World) {
  made += 1
  const gridProperties = { rowCount: Math.max(1000, source.length), columnCount: 26 }
  const create = () => createSpreadsheet(app.sheets, { tabs: [{ title: 'Sheet1', gridProperties }] })
  const ends = { source_ss_id: await create(), target_ss_id: await create() }
  await write(ends.source_ss_id, source)
  if (target.length > 0) await write(ends.target_ss_id, target)
  const name = `Guarded ${made}`
  const { id: typeId } = await app.member.call(taskTypes.create, { body: buildTaskTypeFields({ name, ...type }) })
  const tabs = { source_sheet_name: 'Sheet1', target_sheet_name: 'Sheet1' }
  const body = buildTaskFields({ name, start_row: 1, ...tabs, ...ends, ...task, sync_task_type_id: typeId })
  const { id } = await app.member.call(tasks.create, { body })
  return { id, source: ends.source_ss_id, target: ends.target_ss_id }
}

const HEADER = ['Key', 'Name', 'Price']
const rows = (count: number, prefix = 'K'): Cell[][] =>
  Array.from({ length: count }, (_, at) => [`${prefix}${at}`, `${prefix} number ${at}`, at * 3 + 0.5])

async function causesOfHold(id: number): Promise<string[]> {
  const { hold } = await app.member.call(tasks.get, { params: { id } })
  return (hold?.rules ?? []).map(({ cause }) => cause)
}

/** Expects the next run to be held for these causes and to write nothing, and to copy once a person accepts the hold. */
async function expectHold(task: Awaited<ReturnType<typeof createTask>>, causes: string[]): Promise<void> {
  const before = await read(task.target)
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Warning' })
  expect(await causesOfHold(task.id)).toEqual(causes)
  expect(await read(task.target)).toEqual(before)
  const { hold } = await app.member.call(tasks.get, { params: { id: task.id } })
  await app.member.call(tasks.execute, { params: { id: task.id }, body: { accept: hold?.id ?? 0 } })
  expect(await untilEnded(app.member, task.id)).toMatchObject({ task_status: 'Success' })
  expect(await read(task.target)).toEqual(await read(task.source))
  expect(await causesOfHold(task.id)).toEqual([])
}

test("a first run into a tab with somebody's rows is held", async () => {
  const source = [HEADER, ...rows(501)]
  const task = await createTask({ source, target: [['Item', 'Owner', 'Due'], ...rows(500, 'Rent')] })
  await expectHold(task, ['target_occupied'])
})

test('a run that would overwrite a pivot table is held', async () => {
  const task = await createTask({ source: [HEADER, ...rows(5)] })
  const batch = (requests: object[]) =>
    app.sheets.spreadsheets.batchUpdate({ spreadsheetId: task.target, requestBody: { requests } })
  const first = (await app.sheets.spreadsheets.get({ spreadsheetId: task.target })).data.sheets?.[0]?.properties
  await batch([{ addSheet: { properties: { sheetId: 9, title: 'Sales' } } }])
  await write(
    task.target,
    [
      ['Team', 'Sum'],
      ['North', 5],
    ],
    'Sales!A1',
  )
  const place = { sheetId: first?.sheetId ?? 0, rowIndex: 2, columnIndex: 2 }
  await batch([putPivot(place, { sheetId: 9, rows: 1 })])
  await expectHold(task, ['pivot_overwritten'])
})

test('a first run into an older copy of the source is not held, whatever its position', async () => {
  const older = [HEADER, ...rows(50).filter((_, at) => at % 7 > 0)]
  const { id, source, target } = await createTask({
    source: [HEADER, ...rows(50)],
    target: older,
    task: { start_row: 2 },
  })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  expect(await read(target)).toEqual(await read(source))
})

test('swapped and deleted columns are held, also with a header above the copied rows', async () => {
  const swapped = rows(20).map(([key = '', name = '', price = '']) => [key, price, name])
  const task = await createTask({ source: [HEADER, ...rows(20)], target: [HEADER], task: { start_row: 2 } })
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Success' })
  await replace(task.source, [['Key', 'Price', 'Name'], ...swapped])
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Warning' })
  expect(await causesOfHold(task.id)).toEqual(['columns_changed'])
  await replace(task.source, [['Key', 'Price'], ...swapped.map((row) => row.slice(0, 2))])
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Warning' })
  expect(await causesOfHold(task.id)).toContain('columns_changed')
})

test('a type can follow changes of columns', async () => {
  const task = await createTask({ source: [HEADER, ...rows(20)], type: { on_column_change: 'follow' } })
  await runToEnd(app.member, task.id)
  await replace(task.source, [HEADER.toReversed(), ...rows(20).map((row) => row.toReversed())])
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Success' })
})

test.each([false, true])(
  'notes beside the copy are not overwritten by a source that got wider, unless a person accepts it (holds_edits: %s)',
  async (holds_edits) => {
    const task = await createTask({ source: [HEADER, ...rows(20)], task: { holds_edits } })
    await runToEnd(app.member, task.id)
    await write(task.target, [['call back']], 'D8')
    expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Success' })
    await replace(task.source, [[...HEADER, 'Stock'], ...rows(20).map((row, at) => [...row, at])])
    await expectHold(task, ['other_cells'])
  },
)

test('a task asks before its rows move away from the remarks beside them, unless it leaves those in their place', async () => {
  const task = await createTask({ source: [HEADER, ...rows(20)] })
  await runToEnd(app.member, task.id)
  await write(task.target, [['call back']], 'D8')
  await replace(task.source, [HEADER, ['new', 'new', 0.25], ...rows(20)])
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Warning' })
  const { hold } = await app.member.call(tasks.get, { params: { id: task.id } })
  expect(hold?.rules.map(({ cause }) => cause)).toEqual(['remarks_displaced'])
  await app.member.call(tasks.execute, { params: { id: task.id }, body: { accept: hold?.id ?? 0 } })
  expect(await untilEnded(app.member, task.id)).toMatchObject({ task_status: 'Success' })
  await replace(task.source, [HEADER, ...rows(20)])
  const { logs } = await runToEnd(app.member, task.id)
  expect(logs?.map(({ message }) => message)).toContainEqual(
    expect.stringContaining(
      "1 remark would end up beside another row. For example D8 'call back' belongs to Key K5, which moves to row 7.",
    ),
  )
  const change = (body: object) => app.member.call(tasks.update, { params: { id: task.id }, body })
  await expect(change({ beside: 'drop' })).rejects.toMatchObject({
    status: 400,
    reply: { fields: { beside: 'beside must be ask or leave or carry' } },
  })
  await change({ beside: 'leave' })
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Success' })
})

test('a task moves remarks along with their rows, and an undo moves both back', async () => {
  const task = await createTask({ source: [HEADER, ...rows(20)], task: { beside: 'carry' } })
  await runToEnd(app.member, task.id)
  await write(task.target, [['call back']], 'D8')
  const before = await read(task.target)
  await replace(task.source, [HEADER, ['new', 'new', 0.25], ...rows(20)])
  const { logs, recent_runs } = await runToEnd(app.member, task.id)
  expect(logs?.map(({ message }) => message)).toContain('Whole rows of the target follow the source: 1 row inserted.')
  expect((await read(task.target))[8]?.slice(0, 4)).toEqual([...(rows(20)[6] ?? []), 'call back'])
  const params = { id: task.id, run: recent_runs.at(-1)?.id ?? 0 }
  await app.member.call(changeSets.undo, { params, body: { edited: 'leave' } })
  expect(await untilEnded(app.member, task.id)).toMatchObject({ task_status: 'Success' })
  expect(await read(task.target)).toEqual(before)
})

test.each([
  [{ mode: 'append' as const, time_column: 'Time' }],
  [{ mode: 'update' as const, key_columns: 'Key' }],
  [{ source_column: 'Source' }],
])('a task with %j cannot move rows along', async (fields) => {
  const task = await createTask({ source: [HEADER, ...rows(3)] })
  const change = app.member.call(tasks.update, { params: { id: task.id }, body: { ...fields, beside: 'carry' } })
  await expect(change).rejects.toMatchObject({
    status: 400,
    reply: { fields: { beside: 'Beside the copied columns: rows move along only with a mirror of one source' } },
  })
})

test('rows below the copy are not overwritten by a source that got longer, unless a person accepts it', async () => {
  const task = await createTask({ source: [HEADER, ...rows(20)] })
  await runToEnd(app.member, task.id)
  await write(task.target, [['Sum', '', 600]], 'A23')
  await replace(task.source, [HEADER, ...rows(25)])
  await expectHold(task, ['other_cells'])
})

test.each([
  { was: 101, is: 1, percent: 30, causes: ['source_shrank'] },
  { was: 5000, is: 2600, percent: 30, causes: ['source_shrank'] },
  { was: 20, is: 0, percent: 100, causes: ['source_empty'] },
])('$was rows that became $is are held with a limit of $percent %', async ({ was, is, percent, causes }) => {
  const task = await createTask({
    source: [HEADER, ...rows(was)],
    type: { hold_loss_percent: percent },
    task: { start_row: 2 },
  })
  await write(task.target, [HEADER])
  await runToEnd(app.member, task.id)
  await replace(task.source, [HEADER, ...rows(is)])
  await expectHold(task, causes)
})

test('100 % switches the rule about losses off', async () => {
  const task = await createTask({ source: [HEADER, ...rows(101)], type: { hold_loss_percent: 100 } })
  await runToEnd(app.member, task.id)
  await replace(task.source, [HEADER, ...rows(1)])
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Success' })
})

test('a column that lost all its values is held, and a loss that was accepted is ordinary from then on', async () => {
  const emptied = rows(400).map(([key = '', name = '']) => [key, name, ''])
  const task = await createTask({ source: [HEADER, ...rows(400)] })
  await runToEnd(app.member, task.id)
  await replace(task.source, [HEADER, ...emptied])
  await expectHold(task, ['column_emptied'])
  await replace(task.source, [HEADER, ...rows(400)])
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Success' })
  await replace(task.source, [HEADER, ...emptied])
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Success' })
})

test('what a task expects of its source holds it, with the first cells', async () => {
  const expects = { expect_filled: ['Name'], expect_unique: ['Key'] }
  const task = await createTask({ source: [HEADER, ...rows(20)], task: expects })
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Success' })
  await write(task.source, [['K1', '']], 'A8')
  await expectHold(task, ['expected_filled', 'expected_unique'])
})

test('ordinary changes are not held', async () => {
  const task = await createTask({ source: [HEADER, ...rows(40)] })
  const days: Cell[][][] = [
    rows(40),
    rows(45),
    rows(45).filter((_, at) => at % 10 > 0),
    rows(45).toReversed(),
    rows(45).map(([key = '', name = '', price]) => [key, name, Number(price) * 1.1]),
  ]
  for (const day of days) {
    await replace(task.source, [HEADER, ...day])
    expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Success' })
  }
})

test.each([
  { what: 'fails', formula: '=TEST_ERROR("#REF!","You need to connect these sheets.")' },
  { what: 'fails under IFERROR', formula: '=ARRAYFORMULA("")' },
])('a source that is one query, which $what, is held', async ({ formula }) => {
  const task = await createTask({ source: [HEADER, ...rows(80)] })
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Success' })
  await app.sheets.spreadsheets.values.clear({ spreadsheetId: task.source, range: 'Sheet1' })
  await enterValues(app.sheets, { spreadsheetId: task.source, values: [[formula]] })
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Warning' })
  expect(await causesOfHold(task.id)).toContain('source_empty')
  expect(await read(task.target)).toEqual([HEADER, ...rows(80)])
})

test('a row that is inserted while a long source is read is neither missing nor there twice', async () => {
  const long = Array.from({ length: 200 }, (_, row): Cell[] => [`${row}`.padEnd(20_000, '.')])
  const task = await createTask({ source: long })
  const ofSource = { spreadsheetId: task.source, kind: 'read', path: '/values' } as const
  app.emulator.requests.clear()
  // The second window arrives long after the first.
  app.emulator.faults.add({ ...ofSource, after: 1, count: 1, effect: { answer: 'delayed', delayMs: 4000 } })
  await app.member.call(tasks.execute, { params: { id: task.id }, body: {} })
  await eventually({
    what: 'the first window',
    read: () => app.emulator.requests.entries.filter(createValuesFilter(task.source)).length,
    until: (windows) => windows > 0,
  })
  const range = { sheetId: 0, dimension: 'ROWS', startIndex: 4, endIndex: 5 }
  const requestBody = { requests: [{ insertDimension: { range } }] }
  await app.sheets.spreadsheets.batchUpdate({ spreadsheetId: task.source, requestBody })
  const ended = await eventually({
    what: 'the run to end',
    read: () => app.member.call(tasks.get, { params: { id: task.id } }),
    until: ({ running_status }) => !running_status,
    timeoutMs: 120_000,
  })
  expect(ended).toMatchObject({ task_status: 'Success' })
  expect(await read(task.target)).toEqual(await read(task.source))
  const requests = app.emulator.requests.entries.filter(({ spreadsheetId }) => spreadsheetId === task.source)
  expect(requests.filter(({ operation }) => operation === 'spreadsheets.get').length).toBeGreaterThan(1)
})

const createValuesFilter =
  (id: string) => (entry: { spreadsheetId?: string | undefined; kind?: string; path: string }) =>
    entry.spreadsheetId === id && entry.kind === 'read' && entry.path.includes('/values')

test('a task whose target is in the trash ends in Warning until somebody restores it', async () => {
  const task = await createTask({ source: [HEADER, ...rows(20)], type: { skips_untouched: true } })
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Success' })
  await setInTrash(app, { id: task.target, trashed: true })
  for (const source of [rows(20), rows(21)]) {
    await replace(task.source, [HEADER, ...source])
    expect(await runToEnd(app.member, task.id)).toMatchObject({
      task_status: 'Warning',
      was_skipped: false,
      latest_log: { message: expect.stringContaining('is in the trash; Drive deletes it after 30 days.') },
    })
  }
  await setInTrash(app, { id: task.target, trashed: false })
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Success' })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Task } from '#contract/task.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToEnd, runToSuccess } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const ODD = ['A | B', 'C => D', 'E!F', 'say "G"', 'Nord/Süd']
const ROWS = [['Order', 'Branch', 'Amount'], ...ODD.map((branch, at) => [at + 1, branch, (at + 1) * 10.5])]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

async function read(spreadsheetId: string, tab = ''): Promise<unknown[][]> {
  const range = tab === '' ? 'A1:Z99' : `'${tab.replaceAll("'", "''")}'!A1:Z99`
  const valueRenderOption = 'UNFORMATTED_VALUE'
  return (await app.sheets.spreadsheets.values.get({ spreadsheetId, range, valueRenderOption })).data.values ?? []
}

const sheet = (values: unknown[][] = []) => createSpreadsheet(app.sheets, { values, isEntered: true })

async function createTask(values: unknown[][], own: object) {
  const type = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const source = await sheet(values)
  const places = { source_ss_id: source, source_sheet_name: '', target_sheet_name: '', start_row: 1 }
  const { target_ss_id: _, ...fields } = buildTaskFields({ sync_task_type_id: type.id, ...places, split_by: 'Branch' })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ ...fields, ...own })
  const response = await app.member.fetch(api.tasks.create.path, { method: 'POST', headers, body })
  const created = (await response.json()) as { id: number }
  expect(response.status, JSON.stringify(created)).toBe(201)
  return { id: created.id, source }
}

const getTask = (id: number): Promise<Task> => app.member.call(api.tasks.get, { params: { id } })

async function lastRun(id: number) {
  const { runs } = await app.member.call(api.runs.list, { query: { task_id: id, limit: 1 } })
  return await app.member.call(api.runs.get, { params: { id, run: runs[0]?.id ?? 0 } })
}

const exportTasks = async () => await (await app.member.fetch(api.tasks.exportCsv.path)).text()

test('names with marks survive a file, and every row arrives in the file of its value without a target of the task', async () => {
  const files = await Promise.all(ODD.map(() => sheet()))
  const targets = ODD.map((value, at) => ({ value, target_ss_id: files[at] ?? '', target_sheet_name: `${value} !` }))
  const own = { target_ss_id: '', targets, control_sums: ['Amount', 'Order'], unmatched: 'report' }
  const { id } = await createTask(ROWS, own)
  const before = await getTask(id)
  expect(before.targets).toEqual(targets)
  const content = await exportTasks()
  await app.member.call(api.tasks.update, {
    params: { id },
    body: { targets: [], target_ss_id: await sheet(), unmatched: 'hold' },
  })
  await app.member.upload(api.tasks.importCsv, { name: 'tasks.csv', content })
  const fields = ({ split_by, targets, targets_from, unmatched, control_sums, target_ss_id }: Task) => {
    return { split_by, targets, targets_from, unmatched, control_sums, target_ss_id }
  }
  expect(fields(await getTask(id))).toEqual(fields(before))
  expect(await exportTasks()).toBe(content)
  await app.member.call(api.tasks.update, {
    params: { id },
    body: { targets: targets.map((target) => ({ ...target, target_sheet_name: '' })) },
  })
  await runToSuccess(app.member, id)
  for (const [at, file] of files.entries()) expect(await read(file)).toEqual([ROWS[0], ROWS[at + 1]])
  const { delivery } = await getTask(id)
  expect(delivery).toMatchObject({
    ...{ source_rows: 5, delivered_rows: 5, waiting_rows: 0, unmatched: [] },
    targets: ODD.map((value, at) => ({ value, target_ss_id: files[at], rows: 1, state: 'delivered' })),
    sums: [
      { column: 'Amount', source: 157.5, delivered: 157.5 },
      { column: 'Order', source: 15, delivered: 15 },
    ],
  })
  expect((await lastRun(id)).delivery).toEqual(delivery)
})

test('characters that tab names forbid are replaced, and two values with one name are refused', async () => {
  const target = await sheet()
  const { id, source } = await createTask([['Branch'], ['a/b'], ['c:d'], ["e'"], ['[f]']], { target_ss_id: target })
  await runToSuccess(app.member, id)
  for (const [tab, value] of [
    ['a-b', 'a/b'],
    ['c-d', 'c:d'],
    ['e’', "e'"],
    ['-f-', '[f]'],
  ] as const)
    expect(await read(target, tab)).toEqual([['Branch'], [value]])
  await enterValues(app.sheets, { spreadsheetId: source, range: 'A6', values: [['a\\b']] })
  const { task_status, latest_log } = await runToEnd(app.member, id)
  expect(task_status).toBe('Error')
  expect(latest_log?.message).toMatch(/a\/b.*a\\b/)
  expect(await read(target, 'a-b')).toEqual([['Branch'], ['a/b']])
})

test('unmatched rows hold everything, or are reported; a vanished value holds its target, and a moved row moves', async () => {
  const [north, south, list] = [await sheet(), await sheet(), await sheet()]
  const link = `https://docs.google.com/spreadsheets/d/${north}/edit#gid=0`
  await enterValues(app.sheets, {
    spreadsheetId: list,
    range: 'A1',
    values: [
      ['Branch', 'File'],
      ['North', link],
      ['South', south],
    ],
  })
  const rows = [
    ['Order', 'Branch'],
    [1, 'North'],
    [2, ' south'],
    [3, 'South'],
    [4, 'B99'],
    [5, ''],
  ]
  const targets_from = { ss_id: list, sheet_name: '', value_column: 'Branch', link_column: 'File', tab_column: '' }
  // A task with a sheet of targets ignores its list of targets and its own tab name.
  const unused = { targets: [{ value: 'X', target_ss_id: north, target_sheet_name: '' }], target_sheet_name: 'Unused' }
  const { id, source } = await createTask(rows, { target_ss_id: '', targets_from, ...unused })
  const held = await runToEnd(app.member, id)
  expect(held.task_status).toBe('Warning')
  const reasons = JSON.stringify(held.hold)
  expect(reasons).toContain('B99: 1 row, for example row 5')
  expect([await read(north), await read(south)]).toEqual([[], []])

  await app.member.call(api.tasks.update, { params: { id }, body: { unmatched: 'report' } })
  const reported = await runToEnd(app.member, id)
  expect(reported.task_status).toBe('Warning')
  expect(await read(north)).toEqual([
    ['Order', 'Branch'],
    [1, 'North'],
  ])
  expect(await read(south)).toEqual([
    ['Order', 'Branch'],
    [2, ' south'],
    [3, 'South'],
  ])
  expect(reported.delivery).toMatchObject({
    ...{ source_rows: 5, delivered_rows: 3 },
    unmatched: [
      { value: 'B99', rows: 1 },
      { value: '', rows: 1 },
    ],
  })

  await enterValues(app.sheets, {
    spreadsheetId: source,
    range: 'B2:B6',
    values: [['North'], ['North'], ['South'], ['South'], ['South']],
  })
  await runToSuccess(app.member, id)
  expect(await read(north)).toEqual([
    ['Order', 'Branch'],
    [1, 'North'],
    [2, 'North'],
  ])
  expect((await read(south)).map(([order]) => order)).toEqual(['Order', 3, 4, 5])

  await enterValues(app.sheets, {
    spreadsheetId: source,
    range: 'A2:B6',
    values: [
      [11, 'North'],
      [2, 'North'],
      [3, 'North'],
      [4, 'North'],
      [5, 'North'],
    ],
  })
  const vanished = await runToEnd(app.member, id)
  expect(vanished.task_status).toBe('Warning')
  expect((await read(north)).map(([order]) => order)).toEqual(['Order', 11, 2, 3, 4, 5])
  expect((await read(south)).map(([order]) => order)).toEqual(['Order', 3, 4, 5])
  expect(vanished.delivery?.targets).toMatchObject([
    { value: 'North', rows: 5, state: 'delivered' },
    { value: 'South', rows: 0, state: 'held' },
  ])
})

test('a column by its letter splits rows without being copied, an error in it holds the run, and values find the task', async () => {
  const target = await sheet()
  const own = { target_ss_id: target, split_by: 'B', columns: 'Order, Amount', control_sums: ['Amount'] }
  const rows = [['Order', 'Branch', 'Amount'], ...['North', 'NORTH ', 'South'].map((name, at) => [at + 1, name, 10])]
  const { id, source } = await createTask(rows, own)
  await runToSuccess(app.member, id)
  expect(await read(target, 'North')).toEqual([
    ['Order', 'Amount'],
    [1, 10],
    [2, 10],
  ])
  expect(await read(target, 'South')).toEqual([
    ['Order', 'Amount'],
    [3, 10],
  ])
  const params = { id, run: (await lastRun(id)).id }
  const page = await app.member.call(api.changeSets.page, { params, query: { value: 'South' } })
  expect(new Set(page.cells.map(({ value }) => value))).toEqual(new Set(['South']))
  const find = async (search: string) =>
    (await app.member.call(api.tasks.list, { query: { search } })).syncTasks.map((task) => task.id)
  expect(await find('south')).toContain(id)
  expect(await find('nowhere')).not.toContain(id)

  await enterValues(app.sheets, { spreadsheetId: source, range: 'B4', values: [['=1/0']] })
  const held = await runToEnd(app.member, id)
  expect(held.task_status).toBe('Warning')
  expect(held.hold?.rules.map(({ reason }) => reason).join()).toContain('B4')
  expect(await read(target, 'South')).toHaveLength(2)
})

test('a list of more than 500 targets is refused', async () => {
  const targets = Array.from({ length: 501 }, (_, at) => {
    return { value: `V${at}`, target_ss_id: `file-${at}`, target_sheet_name: '' }
  })
  const body = { ...buildTaskFields({ sync_task_type_id: 1, split_by: 'Branch' }), targets }
  const response = await app.member.send(api.tasks.create, { body })
  expect({ status: response.status, text: await response.text() }).toEqual({
    status: 400,
    text: expect.stringContaining('500'),
  })
})

test('without a column to split by, the other fields of a hand-out do not count', async () => {
  const target = await sheet()
  const unused = {
    split_by: '',
    targets: [{ value: 'X', target_ss_id: 'x', target_sheet_name: '' }],
    unmatched: 'report',
  }
  const { id } = await createTask([['Branch'], ['North']], {
    target_ss_id: target,
    control_sums: ['Nothing'],
    ...unused,
  })
  await runToSuccess(app.member, id)
  expect(await read(target)).toEqual([['Branch'], ['North']])
  expect((await getTask(id)).delivery).toBeNull()
})

test('append, several sources, one tab for two values and a mistake in a name are refused with the reason', async () => {
  const two = [
    { value: 'A', target_ss_id: 'file-a', target_sheet_name: 'Tab' },
    { value: 'B', target_ss_id: 'file-a', target_sheet_name: 'tab' },
  ]
  const refused = async (own: object) => {
    const body = buildTaskFields({ sync_task_type_id: 1, split_by: 'Branch', ...own })
    const response = await app.member.send(api.tasks.create, { body })
    return { status: response.status, text: await response.text() }
  }
  for (const [own, reason] of [
    [{ mode: 'append' }, 'rows can only be handed out to targets that mirror them'],
    [{ mode: 'update', key_columns: 'Order' }, 'rows can only be handed out to targets that mirror them'],
    [{ more_sources: [{ source_ss_id: 'other', source_sheet_name: '' }] }, 'rows are handed out of one source'],
    [{ targets: two }, 'have the same target tab'],
    [{ targets: two.map((target) => ({ ...target, value: 'a' })) }, 'are the same value'],
  ] as const)
    expect(await refused(own)).toEqual({ status: 400, text: expect.stringContaining(reason) })
})

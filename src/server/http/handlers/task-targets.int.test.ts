import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { taskTable } from '#domain/csv/tables.ts'
import { requestTask } from '#domain/csv/task-import.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { test } from '#tests/support/shared-app.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const LINK = 'https://docs.google.com/spreadsheets/d/list-id/edit#gid=7'
const SHEET = { ss_id: LINK, value_column: 'Branch', link_column: 'File' }
const STORED = { ss_id: 'list-id', sheet_name: '#gid=7', value_column: 'Branch', link_column: 'File', tab_column: '' }

async function post({ member }: TestApp, fields: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await member.fetch(api.tasks.create.path, { method: 'POST', headers, body: JSON.stringify(fields) })
  return { status: response.status, body: (await response.json()) as { id?: number } }
}

test('a task with a sheet of targets needs no target spreadsheet, and takes the tab from the link', async ({
  emptyApp: app,
}) => {
  const { id: sync_task_type_id } = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const { target_ss_id: _, ...fields } = buildTaskFields({ sync_task_type_id, split_by: 'Branch' })
  const sent = { ...fields, split_by: 'Branch', targets_from: SHEET }
  const created = await post(app, sent)
  expect(created).toMatchObject({ status: 201, body: { target_ss_id: 'list-id', targets_from: STORED } })
  const [{ id }] = [created.body as { id: number }]
  const open = {
    ...sent,
    name: 'Other',
    source_ss_id: 'other-source',
    target_ss_id: '',
    targets_from: { ...SHEET, sheet_name: 'A' },
  }
  expect(await post(app, open)).toMatchObject({ status: 201, body: { targets_from: { sheet_name: 'A' } } })
  await app.member.call(api.tasks.update, { params: { id }, body: { targets_from: null } })
  expect(await app.member.call(api.tasks.get, { params: { id } })).toMatchObject({ targets_from: null })
})

test.each([
  [{ value_column: '' }, 'Value column: name the column with the values'],
  [{ link_column: ' ' }, 'Link column: name the column with the links or IDs of the files'],
  [{ ss_id: 'my file' }, 'Spreadsheet with the targets must be a spreadsheet ID or a link'],
])('a sheet of targets with %j is refused', async (change, message) => {
  await using app = await startTestApp()
  const { id: sync_task_type_id } = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const fields = buildTaskFields({ sync_task_type_id, split_by: 'Branch' })
  const { status, body } = await post(app, { ...fields, targets_from: { ...SHEET, ...change } })
  expect({ status, text: JSON.stringify(body) }).toEqual({ status: 400, text: expect.stringContaining(message) })
})

test.each([
  ['targets_from', 'list!Branches', 'targets_from: "list!Branches": write the tab and its columns as ID!Tab'],
  ['targets', 'North', 'targets: "North": write VALUE => ID!Tab'],
  ['more_sources', '!Tab', 'more_sources: "!Tab": write the ID of a spreadsheet before "!"'],
])('a row of a file says what is wrong in %s', (column, text, message) => {
  const parsed = taskTable.parse({ task_type: 'Masters', source_ss_id: 'a', target_ss_id: 'b', [column]: text })
  const typesByName = new Map([['Masters', { id: 1, chunkSize: 1000 }]])
  expect(requestTask({ row: 3, parsed, before: undefined, newId: 100, typesByName })).toMatchObject({
    row: 3,
    column,
    message: expect.stringContaining(message),
  })
})

const TAKEN = 'A task with these source and target spreadsheet IDs already exists.'
const LISTED = [
  { value: 'North', target_ss_id: 'north-id', target_sheet_name: 'Orders' },
  { value: 'South', target_ss_id: 'south-id', target_sheet_name: 'Orders' },
]

test('no other task may copy its source to any target of a list, whether it is new, edited, imported or restored', async ({
  emptyApp: app,
}) => {
  const { member } = app
  const type = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const source = { sync_task_type_id: type.id, source_ss_id: 'master-id', source_sheet_name: 'Data' }
  const fields = (own: object) => buildTaskFields({ ...source, ...own })
  const handOut = { name: 'By branch', target_ss_id: 'north-id', split_by: 'Branch', targets: LISTED }
  const first = await member.call(api.tasks.create, { body: fields(handOut) })
  const plain = { name: 'South', target_ss_id: 'south-id', target_sheet_name: 'orders' }
  expect(await post(app, fields(plain))).toMatchObject({ status: 409, body: { message: TAKEN, code: 'conflict' } })
  const other = { name: 'By rep', target_ss_id: 'reps-id', split_by: 'Rep', targets: LISTED.slice(1) }
  expect(await post(app, fields(other))).toMatchObject({ status: 409, body: { message: TAKEN } })
  expect(await post(app, { ...fields(plain), source_ss_id: 'other-id' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('already writes to this tab') },
  })
  const elsewhere = await member.call(api.tasks.create, { body: fields({ ...plain, target_sheet_name: 'Archive' }) })
  const edit = { params: { id: elsewhere.id }, body: { target_sheet_name: 'Orders' } }
  const edited = await member.send(api.tasks.update, edit)
  expect({ status: edited.status, body: await edited.json() }).toMatchObject({ status: 409, body: { message: TAKEN } })
  const file = `task_type,name,source_ss_id,source_sheet_name,target_ss_id,target_sheet_name\n${type.name},Copy,master-id,Data,south-id,Orders\n`
  const imported = await member.upload(api.tasks.importCsv, { name: 'tasks.csv', content: file })
  expect(JSON.stringify(imported)).toContain(TAKEN)
  // An inactive task keeps its targets, so activating it finds nothing new.
  await member.call(api.tasks.update, { params: { id: first.id }, body: { is_active: false } })
  const again = fields({ ...plain, name: 'South again' })
  expect(await post(app, again)).toMatchObject({ status: 409, body: { message: TAKEN } })
  await member.call(api.tasks.remove, { params: { id: first.id } })
  await member.call(api.tasks.create, { body: again })
  const { entries } = await member.call(api.trash.list, { query: {} })
  const restored = await member.send(api.trash.restore, { params: { id: entries[0]?.id ?? 0 } })
  expect(JSON.stringify(await restored.json())).toContain(TAKEN)
})

test('two tasks may hand the rows of one source out to different tabs of one file, by edit and by file too', async ({
  emptyApp: app,
}) => {
  const { member } = app
  const type = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const source = { sync_task_type_id: type.id, source_ss_id: 'master-id', source_sheet_name: 'Data', start_row: 2 }
  const target = (value: string, tab: string) => ({ value, target_ss_id: 'board-id', target_sheet_name: tab })
  const create = async (own: object) => {
    const { status, body } = await post(app, { ...source, ...own })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id ?? 0
  }
  await create({ name: 'By branch', split_by: 'Branch', targets: [target('North', 'North')] })
  const byRep = await create({ name: 'By rep', split_by: 'Rep', targets: [target('Ada', 'Ada')] })
  await create({ name: 'A tab each', split_by: 'Branch', target_ss_id: 'tabs-id' })
  await create({ name: 'A tab for each rep', split_by: 'Rep', target_ss_id: 'tabs-id' })
  const file = `id,task_type,source_ss_id,source_sheet_name,target_ss_id,split_by,targets\n${byRep},${type.name},master-id,Data,,Rep,Grace => board-id!Grace\n`
  const imported = await member.upload(api.tasks.importCsv, { name: 'tasks.csv', content: file })
  expect(JSON.stringify(imported)).not.toContain(TAKEN)
  const { targets } = await member.call(api.tasks.get, { params: { id: byRep } })
  expect(targets).toEqual([target('Grace', 'Grace')])

  const turned = await member.send(api.tasks.update, {
    params: { id: byRep },
    body: { split_by: '', target_ss_id: 'board-id', target_sheet_name: 'north' },
  })
  expect(await turned.json()).toMatchObject({ code: 'conflict', message: TAKEN })
})

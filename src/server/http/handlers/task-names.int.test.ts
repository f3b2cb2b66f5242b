import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { CallInput } from '#contract/route.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const NAME_TAKEN = 'A task with this name already exists for this task type. Please use a different name.'

async function newType(): Promise<{ id: number; name: string }> {
  return await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
}

const newSpreadsheet = (title: string) => createSpreadsheet(app.sheets, { title })

type NewTask = CallInput<typeof api.tasks.create>['body']

async function create(type: { id: number }, fields: Partial<NewTask>) {
  const { name: _name, ...others } = buildTaskFields({ sync_task_type_id: type.id, source_sheet_name: 'Data' })
  return await app.member.call(api.tasks.create, { body: { ...others, ...fields } })
}

test('tasks without a name get free names from tab and spreadsheet, in each type', async () => {
  const type = await newType()
  const source_ss_id = await newSpreadsheet('North branch')
  const sent: Partial<NewTask>[] = [{}, { name: '' }, { name: 'Anything', has_own_name: false }, {}]
  const names: string[] = []
  for (const fields of sent) {
    const { name, has_own_name } = await create(type, { source_ss_id, ...fields })
    expect(has_own_name).toBe(false)
    names.push(name)
  }
  expect(names).toEqual(['Data', 'Data (North branch)', 'Data (North branch 2)', 'Data (North branch 3)'])
  expect(await create(await newType(), { source_ss_id })).toMatchObject({ name: 'Data' })
})

test('a spreadsheet that cannot be read adds a number instead of its title', async () => {
  const type = await newType()
  await create(type, {})
  expect(await create(type, {})).toMatchObject({ name: 'Data (2)', has_own_name: false })
})

test('a name that was sent and is taken is refused', async () => {
  const type = await newType()
  await create(type, {})
  const { name: _name, ...others } = buildTaskFields({ sync_task_type_id: type.id })
  const reply = await app.member.send(api.tasks.create, { body: { ...others, name: 'Data' } })
  expect(reply.status).toBe(409)
  expect(await reply.json()).toMatchObject({ message: NAME_TAKEN, fields: { name: NAME_TAKEN } })
})

test('an edit follows the tabs where that name is free, and keeps the name where it is taken', async () => {
  const type = await newType()
  const first = await create(type, {})
  const second = await create(type, { source_ss_id: await newSpreadsheet('South') })
  const update = (body: CallInput<typeof api.tasks.update>['body']) =>
    app.member.call(api.tasks.update, { params: { id: second.id }, body })

  expect(await update({ name: 'Data', has_own_name: false, start_row: 2 })).toMatchObject({ name: 'Data (South)' })
  expect(await update({ name: '' })).toMatchObject({ name: 'Data (South)', has_own_name: false })
  const refused = await app.member.send(api.tasks.update, { params: { id: second.id }, body: { name: 'Data' } })
  expect(refused.status).toBe(409)
  await app.member.call(api.tasks.update, { params: { id: first.id }, body: { name: 'Chosen' } })
  expect(await update({ name: 'Data', has_own_name: false })).toMatchObject({ name: 'Data', has_own_name: false })
})

test('rows of a CSV file without a name get free names; a name that is taken is refused', async () => {
  const type = await newType()
  await create(type, {})
  const csv = [
    'task_type,name,source_ss_id,source_sheet_name,target_ss_id',
    ...[1, 2, 3].map((row) => `${type.name},,csv-source-${row}-${type.id},Data,csv-target-${row}-${type.id}`),
    `${type.name},Data,csv-source-4-${type.id},Data,csv-target-4-${type.id}`,
  ].join('\n')
  const imported = await app.member.upload(api.tasks.importCsv, { name: 'tasks.csv', content: csv })
  expect(imported).toMatchObject({ status: 'partial_success', created: 3 })
  const { syncTasks } = await app.member.call(api.tasks.list, { query: { sync_task_type_id: type.id } })
  expect(syncTasks.map(({ name }) => name)).toEqual(['Data', 'Data (2)', 'Data (3)', 'Data (4)'])
})

import { expect, test } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createTask, createType } from '#tests/e2e/support/create-task.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { startScreenServer } from './support/screen-server.ts'

test('a prepared reply is sent without undeclared fields', async () => {
  await using server = await startScreenServer()
  Object.assign(server.state.info, { undeclared: true })
  const response = await fetch(`${server.url}${api.operations.info.path}`)
  expect(await response.json()).not.toHaveProperty('undeclared')
  expect(server.problems).toEqual([])
})

test('another successful reply must follow the contract, unless it is broken on purpose', async () => {
  await using server = await startScreenServer()
  const read = () => fetch(`${server.url}${api.tasks.list.path}`)
  const body = { nonsense: true }
  server.answerWith(api.tasks.list, () => ({ body, isBroken: true }))
  expect(await (await read()).json()).toEqual(body)
  expect(server.problems).toEqual([])
  server.answerWith(api.tasks.list, () => ({ body }))
  expect((await read()).status).toBe(501)
  expect(server.problems).toHaveLength(1)
})

test('a task is refused the name and the tabs of another task, when added and when changed', async () => {
  await using server = await startScreenServer()
  const client = new ApiClient(server.url)
  const type = await createType(client, { name: 'Unique' })
  const tabs = { source_ss_id: 'source', target_ss_id: 'target', target_sheet_name: 'Copy' }
  await createTask(client, { type, name: 'first', ...tabs })
  const { id } = await createTask(client, { type, name: 'second', ...tabs, target_sheet_name: 'Other' })
  await expect(createTask(client, { type, name: 'third', ...tabs, target_sheet_name: 'copy ' })).rejects.toThrow(
    'A task with these source and target spreadsheet IDs already exists.',
  )
  const change = (body: { name?: string; target_sheet_name?: string; target_ss_id?: string }) =>
    client.call(api.tasks.update, { params: { id }, body })
  await expect(change({ target_sheet_name: 'Copy' })).rejects.toThrow('these source and target spreadsheet IDs')
  await expect(change({ name: 'first' })).rejects.toThrow('A task with this name already exists')
  await expect(change({ target_ss_id: 'source', target_sheet_name: '' })).rejects.toThrow('are the same tab')
  expect(await change({ name: 'second', target_sheet_name: 'Third' })).toMatchObject({ target_sheet_name: 'Third' })
})

test('an ID is never given again', async () => {
  await using server = await startScreenServer()
  const client = new ApiClient(server.url)
  const listDeletions = async () => (await client.call(api.trash.list, { query: {} })).entries.map(({ id }) => id)
  for (const name of ['first', 'second']) {
    const { id } = await createType(client, { name })
    await client.call(api.taskTypes.remove, { params: { id } })
  }
  const [second = 0, first = 0] = await listDeletions()
  await client.call(api.trash.remove, { params: { id: first } })
  const { id } = await createType(client, { name: 'third' })
  await client.call(api.taskTypes.remove, { params: { id } })
  expect(await listDeletions()).toEqual([second + 1, second])
})

import { expect, test } from '@playwright/test'
import { api } from '#contract/api.ts'
import { createType } from '#tests/e2e/support/create-task.ts'
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

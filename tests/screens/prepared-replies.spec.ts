import { expect, test } from '@playwright/test'
import { api } from '#contract/api.ts'
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

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { api } from '#contract/api.ts'
import { HOUR_MS } from '#domain/time.ts'
import { runs } from '#server/storage/schema.ts'
import { connectModel, type ScriptedModel } from '#tests/support/scripted-model.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let model: ScriptedModel
let values: { source: string; target: string; type: string }
beforeAll(async () => {
  app = await startTestApp()
  await app.member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
  const { token } = await app.member.call(api.apiTokens.create, { body: { name: 'assistant', scope: 'manage' } })
  model = await connectModel({ url: app.url, token })
  values = { source: await createSpreadsheet(app.sheets), target: await createSpreadsheet(app.sheets), type: 'Ledgers' }
})
afterAll(async () => {
  await model[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const draft = (target_tab: string, confirmation?: string) =>
  model.ask('draft_task', { ...values, target_tab, confirmation })
const askFirst = async (tab: string): Promise<string> => (await draft(tab)).said.confirmation
const countTasks = async () => (await app.member.call(api.tasks.list, { query: {} })).total

test('a confirmation is used once', async () => {
  const before = await countTasks()
  const confirmation = await askFirst('Once')
  expect((await draft('Once', confirmation)).said).toMatchObject({ created: { is_active: false } })
  expect((await draft('Once', confirmation)).said.problem).toContain('been used')
  expect(await countTasks()).toBe(before + 1)
})

test('of two calls at once with the same confirmation, one acts', async () => {
  const before = await countTasks()
  const confirmation = await askFirst('Race')
  const answers = await Promise.all([
    draft('Race', confirmation),
    draft('Race', confirmation),
    draft('Race', confirmation),
  ])
  expect(answers.filter(({ said }) => said.created)).toHaveLength(1)
  expect(answers.filter(({ said }) => said.problem?.includes('been used'))).toHaveLength(2)
  expect(await countTasks()).toBe(before + 1)
})

test('two first calls within a second give confirmations of their own', async () => {
  expect(await askFirst('Two')).not.toBe(await askFirst('Two'))
})

test('a confirmation with another end or another number is refused, and stays valid', async () => {
  const before = await countTasks()
  const confirmation = await askFirst('Forged')
  const [nonce = '', endsAt = '', signature = ''] = confirmation.split('.')
  const forged = [
    `${nonce}.${Number(endsAt) + 1}.${signature}`,
    `other.${endsAt}.${signature}`,
    `${endsAt}.${signature}`,
    '..',
    '.',
  ]
  for (const guess of forged) expect((await draft('Forged', guess)).said.problem).toContain('first call')
  expect(await countTasks()).toBe(before)
  expect((await draft('Forged', confirmation)).said.created).toBeDefined()
})

test('a preview confirms no run: only the confirmation of its tasks does, and once', async () => {
  const { created } = (await draft('Run', await askFirst('Run'))).said
  const other = (await draft('Run too', await askFirst('Run too'))).said.created
  const both = [created.id, other.id]
  for (const id of both) await app.member.call(api.tasks.update, { params: { id }, body: { is_active: true } })
  const countRuns = async () => (await app.member.call(api.runs.list, { query: { task_id: String(created.id) } })).runs
  const run = (args: object) => model.ask('run_tasks', { task_ids: [created.id], ...args })

  const { preview_id, confirmation } = (await model.ask('run_tasks', { task_ids: both })).said
  const { said: guessed } = await run({ preview_id })
  expect(guessed).toMatchObject({ preview_id, confirmation: expect.any(String), tasks: expect.any(Array) })
  expect((await run({ preview_id, confirmation })).said.problem).toContain('first call')
  expect((await run({ preview_id, confirmation: 'x' })).said.problem).toContain('first call')
  const newer = (await run({})).said.preview_id
  expect((await run({ preview_id: newer, confirmation: guessed.confirmation })).said.problem).toContain('first call')
  expect(await countRuns()).toHaveLength(0)
  expect((await run({ preview_id, confirmation: guessed.confirmation })).said.status).toBe('success')
  expect((await run({ preview_id, confirmation: guessed.confirmation })).said.problem).toContain('been used')
  expect(await countRuns()).toHaveLength(1)
})

test('a run whose preview failed is not offered for a confirmation', async () => {
  const { created } = (await draft('Unseen', await askFirst('Unseen'))).said
  const body = { is_active: true, source_sheet_name: 'Nowhere' }
  await app.member.call(api.tasks.update, { params: { id: created.id }, body })
  const { said } = await model.ask('run_tasks', { task_ids: [created.id] })
  expect(said).toMatchObject({
    preview_id: expect.any(Number),
    nothing_has_run: expect.stringContaining(String(created.id)),
    tasks: [{ task_id: created.id, status: 'failed', error: expect.stringContaining('Nowhere') }],
  })
  expect(said).not.toHaveProperty('confirmation')
})

test('a run queued before the asked hours, and still in progress, is listed and not done', async () => {
  const { created } = (await draft('Long', await askFirst('Long'))).said
  const task_id = created.id
  await app.member.call(api.tasks.update, { params: { id: task_id }, body: { is_active: true } })
  await app.member.call(api.pauses.set, { body: { until: new Date(Date.now() + HOUR_MS).toISOString() } })
  onTestFinished(async () => {
    await app.member.call(api.pauses.end)
  })
  await app.member.call(api.tasks.execute, { params: { id: task_id }, body: {} })
  const queuedAt = new Date(Date.now() - 2 * HOUR_MS)
  await app.context.database.orm.update(runs).set({ queuedAt }).where(eq(runs.taskId, task_id))
  const { said } = await model.ask('list_runs', { task_id, hours: 1 })
  expect(said).toMatchObject({ is_done: false, runs: [{ task_id }] })
})

test('a list of runs says that it leaves earlier ones out', async () => {
  const { created } = (await draft('Often', await askFirst('Often'))).said
  const task_id = created.id
  const at = new Date()
  const times = { queuedAt: at, startedAt: at, endedAt: at }
  const run = { taskId: task_id, status: 'Success', triggeredBy: 'jo@example.com', ...times } as const
  const added = Array.from({ length: 11 }, () => ({ ...run, waveId: randomUUID() }))
  await app.context.database.orm.insert(runs).values(added)
  const { said } = await model.ask('list_runs', { task_id })
  expect(said).toMatchObject({ is_cut: true, runs: { length: 10 } })
  const recent = await model.ask('list_runs', { task_id, hours: 1 })
  expect(recent.said.runs).toHaveLength(11)
  expect(recent.said).not.toHaveProperty('is_cut')
})

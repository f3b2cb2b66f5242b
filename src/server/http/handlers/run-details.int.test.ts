import { expect } from 'vitest'
import { apiTokens } from '#contract/api-token.ts'
import { runs } from '#contract/run.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { buildTaskFields } from '#tests/support/build-task-fields.ts'
import { runToEnd, untilEnded } from '#tests/support/run-to-end.ts'
import { test } from '#tests/support/shared-app.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { MEMBER_EMAIL, type TestApp } from '#tests/support/test-app.ts'

async function createCopyTask({ sheets, member }: TestApp): Promise<number> {
  const values = [
    ['Name', 'Amount'],
    ['Ada', 1],
    ['Grace', 2],
  ]
  const spreadsheetId = await createSpreadsheet(sheets, { title: 'Book', tabs: ['Orders'], values })
  const type = await member.call(taskTypes.create, { body: { name: 'Masters', retry_delay_seconds: 1 } })
  const tabs = { source_sheet_name: 'Orders', target_sheet_name: 'Copy', start_row: 2 }
  const ids = { sync_task_type_id: type.id, source_ss_id: spreadsheetId, target_ss_id: spreadsheetId }
  return (await member.call(tasks.create, { body: { ...ids, ...tabs } })).id
}

async function lastRun(client: ApiClient, taskId: number) {
  const listed = await client.call(runs.list, { query: { task_id: taskId, limit: 1 } })
  const run = listed.runs[0]?.id ?? 0
  return { listed: listed.runs[0], run: await client.call(runs.get, { params: { id: taskId, run } }) }
}

test('a run says who started it, how long each phase took, and exactly the requests that the provider counted', async ({
  emptyApp: app,
}) => {
  const { member, emulator } = app
  const id = await createCopyTask(app)
  // The titles are read when the task is saved.
  await member.call(tasks.get, { params: { id } })
  await runToEnd(member, id)
  emulator.requests.clear()
  await runToEnd(member, id)
  const { run, listed } = await lastRun(member, id)
  const toDrive = emulator.requests.entries.filter(({ path }) => path.startsWith('/drive/'))
  const toSheets = emulator.requests.entries.filter((entry) => !toDrive.includes(entry))
  expect(run).toMatchObject({
    status: 'Success',
    triggered_by: MEMBER_EMAIL,
    origin: 'browser',
    token_name: null,
    scope: 'task',
    wave_size: 1,
    rows: 2,
    rows_total: 2,
    cells_moved: 0,
    is_held: false,
    reads: toSheets.filter(({ kind }) => kind === 'read').length,
    writes: toSheets.filter(({ kind }) => kind === 'write').length,
    attempts: [{ number: 1, ending: 'Success', error: null }],
  })
  expect(listed).toMatchObject({ reads: run.reads, writes: run.writes, attempts_count: 1 })
  const { by_purpose: counts, retries, refusals } = run.requests
  expect(counts.values + counts.details + counts.metadata).toBe(run.reads)
  expect(toDrive.length).toBeGreaterThan(0)
  expect(counts.drive).toBe(toDrive.length)
  expect({ retries, refusals }).toEqual({ retries: 0, refusals: 0 })
  const { waiting = 0, ...working } = run.phases ?? {}
  const durationMs = Date.parse(run.ended_at ?? '') - Date.parse(run.queued_at)
  expect(Object.values(working).reduce((sum, ms) => sum + ms, waiting)).toBe(durationMs)
  expect(run.waits.reduce((sum, { ms }) => sum + ms, 0)).toBe(waiting)
  expect(run.logs.map(({ message }) => message)).toContain(`Queued by ${MEMBER_EMAIL}.`)
  expect(run.logs.at(-1)?.level).toBe('SUCCESS')
})

test('each attempt keeps its own error and requests, and retries and refusals of the provider are counted', async ({
  emptyApp: app,
}) => {
  const { member, emulator } = app
  const id = await createCopyTask(app)
  emulator.faults.add({ operation: 'values.batchGet', count: 1, effect: { answer: 'unavailable' } })
  await runToEnd(member, id)
  const repeated = (await lastRun(member, id)).run
  expect(repeated.requests.retries).toBe(1)
  expect(repeated.phases?.waiting).toBeGreaterThan(0)
  expect(repeated.waits.map(({ reason }) => reason)).toContain('to repeat requests, or for a busy spreadsheet')

  emulator.faults.add({ effect: { answer: 'permission_denied' } })
  await runToEnd(member, id)
  const { run } = await lastRun(member, id)
  expect(run).toMatchObject({ status: 'Error', attempts: [{ ending: 'Error', requests: run.requests }] })
  expect(run.attempts[0]?.error).toBe(run.logs.at(-1)?.message)
})

test('a run that an API token or Run All started says so', async ({ emptyApp: app }) => {
  const { member } = app
  const id = await createCopyTask(app)
  const { sync_task_type_id } = await member.call(tasks.get, { params: { id } })
  await member.call(tasks.create, { body: buildTaskFields({ sync_task_type_id, target_ss_id: 'elsewhere' }) })
  const { token } = await member.call(apiTokens.create, { body: { name: 'Nightly', scope: 'run' } })
  const program = new ApiClient(app.url)
  const path = tasks.execute.path.replace(':id', String(id))
  await program.fetch(path, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  await untilEnded(member, id)
  expect((await lastRun(member, id)).run).toMatchObject({ origin: 'token', token_name: 'Nightly', scope: 'task' })

  await member.call(tasks.executeAll, {})
  await untilEnded(member, id)
  const { run } = await lastRun(member, id)
  expect(run).toMatchObject({ origin: 'browser', token_name: null, scope: 'all', wave_size: 2 })
})

test('a run is shown with its own task only', async ({ emptyApp: app }) => {
  const { member } = app
  const id = await createCopyTask(app)
  const { sync_task_type_id } = await member.call(tasks.get, { params: { id } })
  const other = await member.call(tasks.create, { body: buildTaskFields({ sync_task_type_id }) })
  await runToEnd(member, id)
  const { run } = await lastRun(member, id)
  for (const params of [
    { id: other.id, run: run.id },
    { id, run: run.id + 1 },
    { id: 999_999, run: run.id },
  ]) {
    expect((await member.send(runs.get, { params })).status).toBe(404)
  }
})

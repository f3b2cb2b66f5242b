import { expect } from 'vitest'
import { changeSets } from '#contract/change-set.ts'
import { runs } from '#contract/run.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd, untilEnded } from '#tests/support/run-to-end.ts'
import { test } from '#tests/support/shared-app.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Creates tasks of a single type, each with its own spreadsheets. */
async function createTasks({ sheets, member }: TestApp, count: number): Promise<number[]> {
  const type = await member.call(taskTypes.create, { body: { name: 'Masters', allowed_concurrent_tasks: 10 } })
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const tabs = ['Orders']
    const source_ss_id = await createSpreadsheet(sheets, { tabs, values: [['Name'], [`row ${index}`]] })
    const target_ss_id = await createSpreadsheet(sheets, { tabs })
    const places = { source_ss_id, target_ss_id, source_sheet_name: 'Orders', target_sheet_name: 'Orders' }
    const body = { sync_task_type_id: type.id, name: `Task ${index}`, start_row: 2, ...places }
    ids.push((await member.call(tasks.create, { body })).id)
  }
  return ids
}

test('the forecast of a wave is the number of requests that the provider then counts', async () => {
  await using app = await startTestApp({ env: { READS_PER_MINUTE: '6000', PROJECT_READS_PER_MINUTE: '6000' } })
  const { member, emulator } = app
  const ids = await createTasks(app, 5)
  const runAll = async () => {
    await member.call(tasks.executeAll, {})
    for (const id of ids) await untilEnded(member, id)
  }
  expect(await member.call(runs.forecast, {})).toMatchObject({
    tasks_count: 5,
    unknown_count: 5,
    ms: null,
    text: 'Not known yet: none of the tasks has run.',
  })
  // The first run copies, and the second run finds no changes. Later runs resemble the third run.
  for (let wave = 0; wave < 3; wave += 1) await runAll()
  const forecast = await member.call(runs.forecast, {})
  expect(forecast).toMatchObject({ tasks_count: 5, unknown_count: 0, ms: expect.any(Number) })
  expect(forecast.reads).toBeGreaterThan(0)
  const quota = { requests: 'reads', count: forecast.reads, among: 1, per_minute: 5400 }
  expect(forecast.quotas).toMatchObject([
    { kind: 'account', ...quota },
    { kind: 'project', ...quota },
  ])
  emulator.requests.clear()
  await runAll()
  const toSheets = emulator.requests.entries.filter(({ path }) => path.startsWith('/v4/'))
  expect(forecast.reads).toBe(toSheets.filter(({ kind }) => kind === 'read').length)
  expect(forecast.writes).toBe(toSheets.filter(({ kind }) => kind === 'write').length)
  expect(forecast.text).toMatch(/^About \d+ (s|min), \d+ requests, limited by .+\.$/)
})

test('an undo and a held run say nothing about the next copy', async ({ emptyApp: app }) => {
  const { member, sheets } = app
  const [id = 0] = await createTasks(app, 1)
  await runToEnd(member, id)
  const { reads, writes } = await member.call(runs.forecast, {})
  expect(writes).toBeGreaterThan(0)
  const forecast = async () => await member.call(runs.forecast, {})
  const { runs: past } = await member.call(runs.list, { query: { task_id: id } })
  const params = { id, run: past[0]?.id ?? 0 }
  await member.call(changeSets.undo, { params, body: { edited: 'leave' } })
  await untilEnded(member, id)
  expect(await forecast()).toMatchObject({ reads, writes })
  const { source_ss_id } = await member.call(tasks.get, { params: { id } })
  await sheets.spreadsheets.values.clear({ spreadsheetId: source_ss_id, range: 'Orders!A2:A9' })
  expect(await runToEnd(member, id)).toMatchObject({ task_status: 'Warning' })
  expect(await forecast()).toMatchObject({ reads, writes })
})

test('tasks that are inactive, or in progress, are no part of the forecast', async ({ emptyApp: app }) => {
  const { member } = app
  const [first = 0, second = 0] = await createTasks(app, 2)
  await runToEnd(member, first)
  expect(await member.call(runs.forecast, {})).toMatchObject({ tasks_count: 2, unknown_count: 1 })
  await member.call(tasks.toggleActive, { params: { id: second }, body: { is_active: false } })
  expect(await member.call(runs.forecast, {})).toMatchObject({ tasks_count: 1, unknown_count: 0 })
  await member.call(tasks.toggleActive, { params: { id: first }, body: { is_active: false } })
  expect(await member.call(runs.forecast, {})).toMatchObject({ tasks_count: 0, ms: null, text: null })
})

test('while Run All is in progress, the forecast says how many of its runs have ended', async ({ emptyApp: app }) => {
  const { member, emulator } = app
  const [, slow = 0] = await createTasks(app, 4)
  const { source_ss_id: spreadsheetId } = await member.call(tasks.get, { params: { id: slow } })
  emulator.faults.add({ spreadsheetId, effect: { answer: 'delayed', delayMs: 60_000 } })
  expect(await member.call(runs.forecast, {})).toMatchObject({ in_progress: null })
  await member.call(tasks.executeAll, {})
  const { in_progress } = await eventually({
    what: 'three of four runs to end',
    read: () => member.call(runs.forecast, {}),
    until: (forecast) => forecast.in_progress?.done === 3,
  })
  expect(in_progress).toEqual({ done: 3, total: 4, seconds_left: expect.any(Number) })
  await member.call(tasks.stopAll, {})
  emulator.faults.clear()
  await untilEnded(member, slow)
  expect(await member.call(runs.forecast, {})).toMatchObject({ in_progress: null })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '#contract/run.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { SETTLED_AFTER_MS } from '#domain/runs/settled-versions.ts'
import { HOUR_MS } from '#domain/time.ts'
import { copyMemories } from '#server/storage/schema.ts'
import { countRequests } from '#tests/support/count-requests.ts'
import { runToEnd, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const createBook = (values: unknown[][] = []) => createSpreadsheet(app.sheets, { values, isEntered: true })
const write = (spreadsheetId: string, values: unknown[][], range = 'A1') =>
  enterValues(app.sheets, { spreadsheetId, range, values })

interface NewTask {
  name: string
  source?: string
  target?: string
  target_sheet_name?: string
  skips_untouched?: boolean
}

async function createTask({ name, skips_untouched = true, target_sheet_name = '', ...files }: NewTask) {
  const source = files.source ?? (await createBook([['Name'], ['Ada']]))
  const target = files.target ?? (await createBook())
  const type = await app.member.call(taskTypes.create, { body: { name, skips_untouched } })
  const ends = { source_ss_id: source, target_ss_id: target, target_sheet_name }
  const body = { sync_task_type_id: type.id, ...ends, start_row: 2 }
  const { id } = await app.member.call(tasks.create, { body })
  return { id, source, target, typeId: type.id }
}

const readMemory = async (taskId: number) => {
  const [memory] = await app.context.database.orm.select().from(copyMemories).where(eq(copyMemories.taskId, taskId))
  return memory
}

/** Ages the memory of the task's last run. */
async function age(taskId: number, { comparedMs = 0, readAllMs = 0 }): Promise<void> {
  const memory = await readMemory(taskId)
  if (!memory?.comparedAt) throw new Error('The run left no memory')
  const comparedAt = new Date(memory.comparedAt.getTime() - comparedMs)
  const readAllAt = new Date(memory.readAllAt.getTime() - readAllMs)
  await app.context.database.orm
    .update(copyMemories)
    .set({ comparedAt, readAllAt })
    .where(eq(copyMemories.taskId, taskId))
}

/** Copies until the next run may be skipped. */
async function createSettledTask(task: NewTask) {
  const created = await createTask(task)
  for (let run = 0; run < 2; run += 1)
    expect(await runToEnd(app.member, created.id)).toMatchObject({ task_status: 'Success', was_skipped: false })
  await age(created.id, { comparedMs: SETTLED_AFTER_MS })
  return created
}

const isSkipped = async (taskId: number) => (await runToEnd(app.member, taskId)).was_skipped

test('a task whose files nobody edited is skipped, and its run says so', async () => {
  const { id } = await createSettledTask({ name: 'Skipped' })
  expect(await app.member.call(runs.forecast, {})).toMatchObject({
    skippable_count: 1,
    text: expect.stringMatching(/ 1 task is skipped if nobody has edited its files\.$/),
  })
  const { outcome: task, ...requests } = await countRequests(app.emulator, () => runToEnd(app.member, id))
  expect(requests).toEqual({ reads: 0, writes: 0, drive: 2 })
  expect(task).toMatchObject({
    task_status: 'Success',
    was_skipped: true,
    rows_done: null,
    latest_log: { level: 'SUCCESS', message: expect.stringMatching(/^Unchanged, skipped: /) },
  })
  const last = task.recent_runs.at(-1)?.id ?? 0
  const run = await app.member.call(runs.get, { params: { id, run: last } })
  expect(run).toMatchObject({ status: 'Success', is_skipped: true, rows: null, cells_changed: 0, reads: 0, writes: 0 })
  expect(run.requests.by_purpose).toMatchObject({ values: 0, details: 0, metadata: 0, drive: 2 })
  // The next run is skipped too while nobody edits anything.
  expect(await isSkipped(id)).toBe(true)
})

test('a task of a type that does not skip is read', async () => {
  const { id, typeId } = await createSettledTask({ name: 'Switched off' })
  await app.member.call(taskTypes.update, { params: { id: typeId }, body: { skips_untouched: false } })
  expect(await isSkipped(id)).toBe(false)
})

test('within five minutes of a comparison, a task is read', async () => {
  const { id } = await createSettledTask({ name: 'Young' })
  const countSkippable = async () => (await app.member.call(runs.forecast, {})).skippable_count
  const before = await countSkippable()
  await age(id, { comparedMs: -SETTLED_AFTER_MS })
  expect(await countSkippable()).toBe(before - 1)
  expect(await isSkipped(id)).toBe(false)
})

test('a task is read in full once a day, although it is skipped in between', async () => {
  const { id } = await createSettledTask({ name: 'Daily' })
  await age(id, { readAllMs: 23 * HOUR_MS })
  expect(await isSkipped(id)).toBe(true)
  await age(id, { readAllMs: HOUR_MS })
  const { outcome, reads } = await countRequests(app.emulator, () => runToEnd(app.member, id))
  expect(outcome.was_skipped).toBe(false)
  expect(reads).toBeGreaterThanOrEqual(4)
})

test('a task is read after an edit of the task, a failed run, and when a person asks to copy anyway', async () => {
  const { id, target } = await createSettledTask({ name: 'In doubt' })
  await app.member.call(tasks.update, { params: { id }, body: { chunk_size: 700 } })
  expect(await isSkipped(id)).toBe(false)
  const settle = async () => {
    expect(await isSkipped(id)).toBe(false)
    await age(id, { comparedMs: SETTLED_AFTER_MS })
  }
  await settle()
  expect(await isSkipped(id)).toBe(true)

  await app.member.call(tasks.execute, { params: { id }, body: { allow_shrink: true } })
  expect((await untilEnded(app.member, id)).was_skipped).toBe(false)
  await age(id, { comparedMs: SETTLED_AFTER_MS })
  expect(await isSkipped(id)).toBe(true)

  app.emulator.faults.add({ spreadsheetId: target, effect: { answer: 'permission_denied' } })
  await app.member.call(tasks.execute, { params: { id }, body: { allow_shrink: true } })
  expect(await untilEnded(app.member, id)).toMatchObject({ task_status: 'Error' })
  app.emulator.faults.clear()
  expect(await isSkipped(id)).toBe(false)
})

test('a write of another task to either file forgets its version', async () => {
  const { id, source, target } = await createSettledTask({ name: 'Middle' })
  const upstream = await createTask({ name: 'Upstream', target: source })
  await write(upstream.source, [['Name'], ['Grace']])
  await runToEnd(app.member, upstream.id)
  expect(await readMemory(id)).toMatchObject({ sourceVersion: null, targetVersion: expect.any(String) })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success', was_skipped: false })
  await runToEnd(app.member, id)
  const { data } = await app.sheets.spreadsheets.get({ spreadsheetId: target })
  const tab = `${data.sheets?.[0]?.properties?.title}2`
  const others = await createBook([['Name'], ['Alan']])
  const other = await createTask({ name: 'Other', source: others, target, target_sheet_name: tab })
  await runToEnd(app.member, other.id)
  expect(await readMemory(id)).toMatchObject({ sourceVersion: expect.any(String), targetVersion: null })
})

test('a task is read while Drive may not know yet what another task wrote to its source', async () => {
  const { id, source, target } = await createSettledTask({ name: 'Downstream' })
  const upstream = await createTask({ name: 'Writer', target: source })
  const before = await readMemory(id)
  await write(upstream.source, [['Name'], ['Grace']])
  await runToEnd(app.member, upstream.id)
  // Simulate a comparison during the other task's write, while Drive still showed the earlier version.
  const response = await fetch(`${app.emulator.url}/drive/v3/files/${source}?fields=version`)
  const { version: sourceVersion } = (await response.json()) as { version: string }
  const { orm } = app.context.database
  await orm.update(copyMemories).set({ sourceVersion }).where(eq(copyMemories.taskId, id))
  expect((await readMemory(id))?.targetVersion).toBe(before?.targetVersion)
  expect(await isSkipped(id)).toBe(false)
  expect(await app.sheets.spreadsheets.values.get({ spreadsheetId: target, range: 'A2' })).toMatchObject({
    data: { values: [['Grace']] },
  })
})

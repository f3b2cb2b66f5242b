import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { copyBaselines } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd, runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let typeId: number
beforeAll(async () => {
  app = await startTestApp()
  typeId = (await app.member.call(api.taskTypes.create, { body: { name: 'Masters' } })).id
})
afterAll(() => app[Symbol.asyncDispose]())

const write = (spreadsheetId: string, range: string, values: unknown[][]) =>
  enterValues(app.sheets, { spreadsheetId, range, values })

const ROWS = [
  ['Name', 'Day', 'Amount'],
  ['Ada', '2024-01-31', 1],
  ['Bob', '2024-02-01', 2],
  ['Cid', '2024-02-02', 3],
]

let tasksMade = 0
async function createTask(targetId?: string, fields: object = {}) {
  tasksMade += 1
  const sourceId = await createSpreadsheet(app.sheets, { values: ROWS, isEntered: true })
  const target = targetId ?? (await createSpreadsheet(app.sheets))
  const ends = { source_ss_id: sourceId, target_ss_id: target, start_row: 2 }
  const body = { name: `Task ${tasksMade}`, sync_task_type_id: typeId, ...ends, ...fields }
  const { id } = await app.member.call(api.tasks.create, { body })
  return { id, sourceId, targetId: target }
}

async function editsOfLastRun(taskId: number) {
  const { runs } = await app.member.call(api.runs.list, { query: { task_id: taskId, limit: 1 } })
  return await app.member.call(api.runs.edits, { params: { id: taskId, run: runs[0]?.id ?? 0 } })
}

const NONE = { count: 0, shape: null, cells: [] }

test('edits since the last run are listed with the run that overwrites them', async () => {
  const task = await createTask()
  await runToSuccess(app.member, task.id)
  expect(await editsOfLastRun(task.id)).toEqual(NONE)
  await write(task.targetId, 'A3', [['Rob']])
  await runToSuccess(app.member, task.id)
  expect(await editsOfLastRun(task.id)).toEqual({
    count: 1,
    shape: null,
    cells: [{ row: 3, column: 1, column_name: 'Name', left: 'Bob', found: 'Rob' }],
  })
  await runToSuccess(app.member, task.id)
  expect(await editsOfLastRun(task.id)).toEqual(NONE)
})

test('an edit while a run writes is listed with the next run, and Success says when it saw the target equal', async () => {
  const task = await createTask()
  await runToSuccess(app.member, task.id)
  await write(task.sourceId, 'C2', [[30]])
  app.emulator.requests.clear()
  // The write arrives at once, but is applied seconds later.
  app.emulator.faults.add({ operation: 'values.batchUpdate', effect: { answer: 'delayed', delayMs: 5_000 } })
  await app.member.call(api.tasks.execute, { params: { id: task.id }, body: {} })
  await eventually({
    what: 'the write of the run',
    read: () => app.emulator.requests.entries.some(({ operation }) => operation === 'values.batchUpdate'),
    until: Boolean,
  })
  await write(task.targetId, 'A3', [['Rob']])
  const { task_status, latest_log } = await untilEnded(app.member, task.id)
  app.emulator.faults.clear()
  expect(task_status).toBe('Success')
  const time = '(at|between .* and) \\d\\d:\\d\\d:\\d\\d E[DS]T'
  expect(latest_log?.message).toMatch(
    new RegExp(`^Target is up to date: .*\\. Cells that were written were verified ${time}, all others ${time}\\.$`),
  )
  expect(await editsOfLastRun(task.id)).toEqual(NONE)

  await runToSuccess(app.member, task.id)
  expect(await editsOfLastRun(task.id)).toMatchObject({ count: 1, cells: [{ row: 3, left: 'Bob', found: 'Rob' }] })
})

test('what another task wrote to the same tab is no edit', async () => {
  const one = await createTask()
  const other = await createTask(one.targetId, { start_row: 3, target_sheet_name: 'Other' })
  await write(other.sourceId, 'A3', [['Eve', '2025-01-01', 9]])
  for (const { id } of [one, other]) await runToSuccess(app.member, id)
  // A person deletes the tab of the other task, and gives its name to the tab of the first task. Earlier releases continued to
  // write into it.
  const { data } = await app.sheets.spreadsheets.get({ spreadsheetId: one.targetId })
  const [first, second] = (data.sheets ?? []).map(({ properties }) => properties?.sheetId ?? 0)
  const requests = [
    { deleteSheet: { sheetId: second ?? 0 } },
    { updateSheetProperties: { properties: { sheetId: first ?? 0, title: 'Other' }, fields: 'title' } },
  ]
  await app.sheets.spreadsheets.batchUpdate({ spreadsheetId: one.targetId, requestBody: { requests } })
  await app.context.database.orm
    .update(copyBaselines)
    .set({ baseline: sql`jsonb_set(${copyBaselines.baseline}, '{target,sheetId}', ${String(first)}::jsonb)` })
    .where(eq(copyBaselines.taskId, other.id))
  for (let times = 0; times < 2; times += 1) {
    for (const { id } of [one, other]) {
      await runToSuccess(app.member, id)
      expect(await editsOfLastRun(id)).toEqual(NONE)
    }
  }
})

test('a run after a failed one, or after the task was pointed elsewhere, finds no edits', async () => {
  const task = await createTask()
  await runToSuccess(app.member, task.id)
  await write(task.sourceId, 'C2', [[7]])
  app.emulator.faults.add({ kind: 'write', operation: 'values.batchUpdate', effect: { answer: 'permission_denied' } })
  expect((await runToEnd(app.member, task.id)).task_status).toBe('Error')
  app.emulator.faults.clear()
  await write(task.targetId, 'A2', [['half written']])
  await runToSuccess(app.member, task.id)
  expect(await editsOfLastRun(task.id)).toEqual(NONE)

  await write(task.targetId, 'A2', [['edited']])
  const source_ss_id = await createSpreadsheet(app.sheets, { values: ROWS, isEntered: true })
  await app.member.call(api.tasks.update, { params: { id: task.id }, body: { source_ss_id } })
  await runToSuccess(app.member, task.id)
  expect(await editsOfLastRun(task.id)).toEqual(NONE)
})

test('a task that holds edits waits for a person, and a preview says so', async () => {
  const task = await createTask(undefined, { holds_edits: true })
  await runToSuccess(app.member, task.id)
  await write(task.targetId, 'C4', [[33]])
  const { id } = await app.member.call(api.previews.start, { body: { task_ids: [task.id] } })
  expect(await runToEnd(app.member, task.id)).toMatchObject({ task_status: 'Warning', can_copy_anyway: true })
  expect(await editsOfLastRun(task.id)).toMatchObject({ count: 1, cells: [{ row: 4, column: 3, left: 3, found: 33 }] })
  const { tasks } = await app.member.call(api.previews.get, { params: { id } })
  expect(tasks[0]?.result).toMatchObject({
    edited_cells: 1,
    held_because: '1 cell was edited by hand since the last run, C4.',
  })
  const body = { allow_shrink: true }
  await app.member.call(api.tasks.execute, { params: { id: task.id }, body })
  expect((await untilEnded(app.member, task.id)).task_status).toBe('Success')
  const { data } = await app.sheets.spreadsheets.values.get({ spreadsheetId: task.targetId, range: 'C4' })
  expect(data.values).toEqual([['3']])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { readNextRunWork } from '#server/runs/run-work.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const createBook = (values: unknown[][]) => createSpreadsheet(app.sheets, { values, isEntered: true })

async function setCheckboxes(spreadsheetId: string, isCheckbox: boolean): Promise<void> {
  const range = { startRowIndex: 1, endRowIndex: 3, startColumnIndex: 1, endColumnIndex: 2 }
  const sheetId = (await app.sheets.spreadsheets.get({ spreadsheetId })).data.sheets?.[0]?.properties?.sheetId ?? 0
  const rule = isCheckbox ? { rule: { condition: { type: 'BOOLEAN' } } } : {}
  const requests = [{ setDataValidation: { range: { ...range, sheetId }, ...rule } }]
  await app.sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })
}

/** Runs a task and counts the requests that write values. */
async function runAndCountWrites(taskId: number) {
  app.emulator.requests.clear()
  const { task_status } = await runToEnd(app.member, taskId)
  const written = app.emulator.requests.entries.filter(({ path }) => path.includes('values:batchUpdate'))
  return { task_status, writes: written.length }
}

test('what a checkbox keeps is remembered until it is none, or the task copies elsewhere', async () => {
  const source = await createBook([['Name', 'Done'], ['Ada', true], ['Bob']])
  const target = await createBook([
    ['Name', 'Done'],
    ['Ada', false],
    ['Bob', true],
  ])
  await setCheckboxes(target, true)
  const type = await app.member.call(taskTypes.create, { body: { name: 'Boxes' } })
  const body = { sync_task_type_id: type.id, source_ss_id: source, target_ss_id: target }
  const { id } = await app.member.call(tasks.create, { body })
  const { orm } = app.context.database
  const kept = async () => (await readNextRunWork(orm, id))?.recorded.rejected

  expect(await runAndCountWrites(id)).toEqual({ task_status: 'Warning', writes: 2 })
  expect(await kept()).toMatchObject([{ row: 3, column: 2, sent: '', kept: false }])
  expect(await runAndCountWrites(id)).toEqual({ task_status: 'Warning', writes: 0 })

  const elsewhere = { source_ss_id: await createBook([['Name', 'Done'], ['Ada', true], ['Bob']]) }
  await app.member.call(tasks.update, { params: { id }, body: elsewhere })
  expect(await kept()).toEqual([])
  await app.member.call(tasks.update, { params: { id }, body: { source_ss_id: source } })
  expect(await kept()).toHaveLength(1)

  await setCheckboxes(target, false)
  expect(await runAndCountWrites(id)).toEqual({ task_status: 'Success', writes: 1 })
  expect(await kept()).toEqual([])
})

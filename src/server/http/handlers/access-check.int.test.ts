import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd } from '#tests/support/run-to-end.ts'
import { setInTrash } from '#tests/support/set-in-trash.ts'
import { test } from '#tests/support/shared-app.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const createLedger = ({ sheets }: TestApp) => createSpreadsheet(sheets, { title: 'Ledger' })

async function addTask(
  app: TestApp,
  fields: { source_ss_id: string; target_ss_id: string; source_sheet_name?: string; is_active?: boolean },
) {
  const { id: typeId } = await app.member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const names = { source_sheet_name: '', target_sheet_name: '' }
  const { id } = await app.member.call(api.tasks.create, {
    body: buildTaskFields({ sync_task_type_id: typeId, ...names, ...fields }),
  })
  return id
}

/** Starts a check and returns its result. */
async function check({ member }: TestApp) {
  await member.call(api.accessCheck.start, {})
  return await eventually({
    what: 'the check to end',
    read: () => member.call(api.accessCheck.get, {}),
    until: ({ is_checking }) => !is_checking,
  })
}

const readProblem = async ({ member }: TestApp, id: number) =>
  (await member.call(api.tasks.get, { params: { id } })).access_problem

test('a check finds the tasks that would fail, and says why on each', async ({ emptyApp: app }) => {
  const [source, target, other] = [await createLedger(app), await createLedger(app), await createLedger(app)]
  const fine = await addTask(app, { source_ss_id: source, target_ss_id: target })
  const missing = await addTask(app, { source_ss_id: 'missing', target_ss_id: other })
  const inactive = await addTask(app, { source_ss_id: 'gone', target_ss_id: 'elsewhere' })
  await app.member.call(api.tasks.toggleActive, { params: { id: inactive }, body: { is_active: false } })
  expect(await app.member.call(api.accessCheck.get, {})).toMatchObject({ would_fail: 0, last_check_at: null })
  expect(await check(app)).toMatchObject({ would_fail: 1, last_check_at: expect.any(String) })
  expect(await readProblem(app, fine)).toBeNull()
  expect(await readProblem(app, missing)).toContain('was not found')
  expect(await readProblem(app, inactive)).toBeNull()

  await app.member.call(api.tasks.update, {
    params: { id: missing },
    body: { source_ss_id: source },
  })
  expect(await readProblem(app, missing)).toBeNull()
})

test('a target that may only be read would fail, and nothing in it changes', async ({ emptyApp: app }) => {
  const [source, target] = [await createLedger(app), await createLedger(app)]
  const id = await addTask(app, { source_ss_id: source, target_ss_id: target })
  app.emulator.faults.add({ kind: 'write', spreadsheetId: target, effect: { answer: 'permission_denied' } })
  expect(await check(app)).toMatchObject({ would_fail: 1 })
  expect(await readProblem(app, id)).toContain('Share it with')
  app.emulator.faults.clear()
  expect(await check(app)).toMatchObject({ would_fail: 0 })
})

test('a source in the trash is found, and its runs end in Warning until it is restored', async ({ emptyApp: app }) => {
  const [source, target] = [await createLedger(app), await createLedger(app)]
  await enterValues(app.sheets, { spreadsheetId: source, values: [['Name'], ['Ada']] })
  const id = await addTask(app, { source_ss_id: source, target_ss_id: target })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  await setInTrash(app, { id: source, trashed: true })
  expect(await check(app)).toMatchObject({ would_fail: 1 })
  const problem = `The source spreadsheet "Ledger" is in the trash; Drive deletes it after 30 days. Restore it, or choose another spreadsheet in the task.`
  expect(await readProblem(app, id)).toBe(problem)
  for (const _ of [1, 2]) {
    const { task_status, latest_log } = await runToEnd(app.member, id)
    expect({ task_status, message: latest_log?.message }).toEqual({ task_status: 'Warning', message: problem })
  }
  await setInTrash(app, { id: source, trashed: false })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success', access_problem: null })
})

test('a tab that was renamed since the last copy is no problem', async ({ emptyApp: app }) => {
  const [source, target] = [await createLedger(app), await createLedger(app)]
  const id = await addTask(app, { source_ss_id: source, target_ss_id: target, source_sheet_name: 'Sheet1' })
  await enterValues(app.sheets, { spreadsheetId: source, values: [['Name'], ['Ada']] })
  expect(await runToEnd(app.member, id)).toMatchObject({ task_status: 'Success' })
  const { data } = await app.sheets.spreadsheets.get({ spreadsheetId: source })
  const properties = { sheetId: data.sheets?.[0]?.properties?.sheetId ?? -1, title: 'Orders' }
  const requests = [{ updateSheetProperties: { properties, fields: 'title' } }]
  await app.sheets.spreadsheets.batchUpdate({ spreadsheetId: source, requestBody: { requests } })
  expect(await check(app)).toMatchObject({ would_fail: 0 })
})

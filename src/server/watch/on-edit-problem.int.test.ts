import { expect, test } from 'vitest'
import { accessCheck } from '#contract/access-check.ts'
import { runs } from '#contract/run.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { watchedTasks } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('a task that Drive tells nothing of says so when it is saved; once Drive does, an edit runs it', async () => {
  let shiftMs = 0
  await using app = await startTestApp({ watchTickMs: 50, now: () => new Date(Date.now() + shiftMs) })
  const { member, emulator } = app
  const [source, target] = [await createSpreadsheet(app.sheets), await createSpreadsheet(app.sheets)]
  const type = await member.call(taskTypes.create, { body: { name: 'Ledger', on_edit: true } })
  emulator.faults.add({ path: '/drive/', effect: { answer: 'service_disabled' } })
  const saved = await member.call(tasks.create, {
    body: { sync_task_type_id: type.id, source_ss_id: source, target_ss_id: target, on_edit_pause_minutes: 2 },
  })
  const problem =
    /^Edits do not start this task: Google Drive does not tell the built-in account whether .* Google says: /
  expect(saved).toMatchObject({
    on_edit: null,
    on_edit_pause_minutes: 2,
    on_edit_rule: { pause_minutes: 2, at_most_every_minutes: 5 },
    on_edit_problem: expect.stringMatching(problem),
    warnings: [expect.stringMatching(problem)],
  })
  const params = { id: saved.id }
  emulator.faults.clear()
  await member.call(accessCheck.start, {})
  await eventually({
    what: 'the access check',
    read: async () => (await member.call(tasks.get, { params })).on_edit_problem,
    until: (left) => left === null,
  })
  expect(await member.call(tasks.update, { params, body: { on_edit: false } })).toMatchObject({
    on_edit_rule: null,
    on_edit_problem: null,
    warnings: [],
  })
  emulator.faults.clear()
  expect(await member.call(tasks.update, { params, body: { on_edit: true } })).toMatchObject({
    on_edit_problem: null,
    warnings: [],
  })
  await eventually({
    what: 'the first answer of Drive',
    read: async () => (await app.context.database.orm.select().from(watchedTasks))[0]?.handledVersion,
    until: (version) => version != null,
  })
  await enterValues(app.sheets, { spreadsheetId: source, values: [['Name'], ['Ada']] })
  shiftMs += 60_000
  await eventually({
    what: 'the edit to be seen',
    read: async () => (await app.context.database.orm.select().from(watchedTasks))[0]?.pendingSince,
    until: (since) => since != null,
  })
  shiftMs += 120_000
  const task = await eventually({
    what: 'the copy',
    read: () => member.call(tasks.get, { params }),
    until: ({ task_status }) => task_status === 'Success',
  })
  expect(task).toMatchObject({ last_triggered: { triggered_by: 'Edit of the source' } })
  const [run] = task.recent_runs
  expect(await member.call(runs.get, { params: { ...params, run: run?.id ?? 0 } })).toMatchObject({ origin: 'edit' })
})

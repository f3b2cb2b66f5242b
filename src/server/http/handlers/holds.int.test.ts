import { expect } from 'vitest'
import { createClient } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { TokenScope } from '#contract/api-token.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { runToEnd, runToSuccess, untilEnded } from '#tests/support/run-to-end.ts'
import { test } from '#tests/support/shared-app.ts'
import { createSpreadsheet, enterValues } from '#tests/support/spreadsheets.ts'
import { MEMBER_EMAIL, type TestApp } from '#tests/support/test-app.ts'

/** Tasks whose sources have a header and no data rows, so every run is held. */
async function heldTasks(app: TestApp, count: number) {
  const { member, sheets } = app
  const type = await member.call(api.taskTypes.create, { body: buildTaskTypeFields({ name: 'Masters' }) })
  const created: { id: number; sourceId: string }[] = []
  for (let at = 0; at < count; at += 1) {
    const sourceId = await createSpreadsheet(sheets, { title: `Book ${at}`, tabs: ['Orders'], values: [['Name']] })
    const places = { source_ss_id: sourceId, target_ss_id: sourceId, source_sheet_name: 'Orders' }
    const body = buildTaskFields({ sync_task_type_id: type.id, ...places, target_sheet_name: 'Copy', start_row: 2 })
    const { id } = await member.call(api.tasks.create, { body })
    await runToEnd(member, id)
    created.push({ id, sourceId })
  }
  return created
}

async function write({ sheets }: TestApp, spreadsheetId: string, values: unknown[][]): Promise<void> {
  await enterValues(sheets, { spreadsheetId, values })
}

const emptySource = {
  cause: 'source_empty',
  reason: 'The source has no data rows.',
  fix: expect.stringContaining("choose 'Copy anyway'"),
  facts: {},
}

test('a held task, its run and the list of held tasks say why, and the hold is accepted by its ID', async ({
  emptyApp: app,
}) => {
  const { member } = app
  const [task = { id: 0, sourceId: '' }] = await heldTasks(app, 1)
  const params = { id: task.id }
  const { hold, recent_runs } = await member.call(api.tasks.get, { params })
  expect(hold).toMatchObject({ rules: [emptySource], since: expect.any(String), accepted_at: null })
  const run = { id: task.id, run: recent_runs[0]?.id ?? 0 }
  expect(await member.call(api.runs.get, { params: run })).toMatchObject({ is_held: true, hold })
  expect((await member.call(api.holds.list)).holds).toEqual([
    { ...hold, task: expect.objectContaining(params), is_active: true, run_id: run.run },
  ])

  const unknown = await member.send(api.tasks.execute, { params, body: { accept: 999 } })
  expect([unknown.status, await unknown.json()]).toMatchObject([409, { message: expect.stringContaining('changed') }])

  await member.call(api.tasks.execute, { params, body: { accept: hold?.id } })
  const after = await untilEnded(member, task.id)
  expect(after).toMatchObject({ task_status: 'Success', hold: null })
  expect((await member.call(api.holds.list)).holds).toEqual([])
  const copied = { id: task.id, run: after.recent_runs.at(-1)?.id ?? 0 }
  expect(await member.call(api.runs.get, { params: copied })).toMatchObject({
    is_held: false,
    hold: { id: hold?.id, accepted_by: MEMBER_EMAIL },
  })
})

test('a token that may run tasks accepts no hold in any way, and one that may change them does', async ({
  emptyApp: app,
}) => {
  const { member } = app
  const [task = { id: 0 }] = await heldTasks(app, 1)
  const params = { id: task.id }
  const { hold } = await member.call(api.tasks.get, { params })
  const preview = await member.call(api.previews.start, { body: { task_ids: [task.id] } })
  await eventually({
    what: 'the preview to end',
    read: () => member.call(api.previews.get, { params: { id: preview.id } }),
    until: ({ is_in_progress }) => !is_in_progress,
  })
  const clientWith = async (scope: TokenScope) => {
    const { token } = await member.call(api.apiTokens.create, { body: { name: scope, scope } })
    return createClient({ url: app.url, token })
  }
  const run = await clientWith('run')
  const accept = hold?.id ?? 0
  const copyAnyway = { task_ids: [task.id], copy_anyway: true }
  for (const tryToAccept of [
    () => run.call(api.tasks.execute, { params, body: { accept } }),
    () => run.call(api.tasks.execute, { params, body: { allow_shrink: true } }),
    () => run.call(api.previews.run, { params: { id: preview.id }, body: copyAnyway }),
    () => run.call(api.holds.accept, { body: { ids: [accept] } }),
  ]) {
    const message = 'This API token may only run. Use one with the scope manage.'
    await expect(tryToAccept()).rejects.toMatchObject({ status: 403, message })
  }
  expect((await member.call(api.tasks.get, { params })).hold).toEqual(hold)
  await run.call(api.tasks.execute, { params, body: { allow_shrink: false } })
  expect(await untilEnded(member, task.id)).toMatchObject({ task_status: 'Warning', hold: { id: accept } })
  await (await clientWith('manage')).call(api.tasks.execute, { params, body: { accept } })
  expect(await untilEnded(member, task.id)).toMatchObject({ task_status: 'Success', hold: null })
})

test('an undo closes the hold, because the next run compares with an older copy', async ({ emptyApp: app }) => {
  const { member } = app
  const [task = { id: 0, sourceId: '' }] = await heldTasks(app, 1)
  const params = { id: task.id }
  await write(app, task.sourceId, [['Name'], ['Ann']])
  await runToSuccess(member, task.id)
  const { recent_runs } = await member.call(api.tasks.get, { params })
  const run = recent_runs.at(-1)?.id ?? 0
  await write(app, task.sourceId, [['Name'], ['']])
  await runToEnd(member, task.id)
  expect((await member.call(api.holds.list)).holds).toMatchObject([{ task: params }])

  await member.call(api.changeSets.undo, { params: { ...params, run }, body: { edited: 'leave' } })
  expect(await untilEnded(member, task.id)).toMatchObject({ task_status: 'Success', hold: null })
  expect((await member.call(api.holds.list)).holds).toEqual([])

  await runToEnd(member, task.id)
  expect((await member.call(api.holds.list)).holds).toMatchObject([{ task: params, rules: [emptySource] }])
})

test('tasks that are held together are decided with one call', async ({ emptyApp: app }) => {
  const { member } = app
  const held = await heldTasks(app, 3)
  const ids = (await member.call(api.holds.list)).holds.map(({ id }) => id)
  const outcome = await member.call(api.holds.accept, { body: { ids } })
  expect(outcome).toEqual({ status: 'success', message: '3 tasks queued.' })
  for (const { id } of held) expect(await untilEnded(member, id)).toMatchObject({ task_status: 'Success', hold: null })
  expect(await member.call(api.holds.accept, { body: { ids } })).toMatchObject({ status: 'warning' })
})

test('Copy anyway in a preview accepts what it lists', async ({ emptyApp: app }) => {
  const { member } = app
  const [task = { id: 0, sourceId: '' }] = await heldTasks(app, 1)
  const before = (await member.call(api.tasks.get, { params: { id: task.id } })).hold
  const { id } = await member.call(api.previews.start, { body: { task_ids: [task.id] } })
  const preview = await eventually({
    what: 'the preview to end',
    read: () => member.call(api.previews.get, { params: { id } }),
    until: ({ is_in_progress }) => !is_in_progress,
  })
  expect(preview.tasks).toMatchObject([{ result: { held_because: emptySource.reason, rules: [emptySource] } }])
  await member.call(api.previews.run, { params: { id }, body: { task_ids: [task.id], copy_anyway: true } })
  const after = await untilEnded(member, task.id)
  expect(after).toMatchObject({ task_status: 'Success', hold: null })
  const copied = { id: task.id, run: after.recent_runs.at(-1)?.id ?? 0 }
  expect((await member.call(api.runs.get, { params: copied })).hold).toMatchObject({
    id: before?.id,
    accepted_by: MEMBER_EMAIL,
  })
})

test('what a person accepted does not cover what is found later', async ({ emptyApp: app }) => {
  const { member } = app
  const [task = { id: 0, sourceId: '' }] = await heldTasks(app, 1)
  const params = { id: task.id }
  await write(app, task.sourceId, [['Name'], ...Array.from({ length: 400 }, (_, at) => [`Row ${at}`])])
  expect(await runToEnd(member, task.id)).toMatchObject({ task_status: 'Success', hold: null })

  const clear = (range: string) => app.sheets.spreadsheets.values.clear({ spreadsheetId: task.sourceId, range })
  await clear('Orders!A102:A500')
  const { hold } = await runToEnd(member, task.id)
  expect(hold?.rules).toMatchObject([{ cause: 'source_shrank', facts: { rows: 100, last_rows: 400 } }])
  await clear('Orders!A52:A500')
  await member.call(api.tasks.execute, { params, body: { accept: hold?.id } })
  const again = await untilEnded(member, task.id)
  expect(again).toMatchObject({
    task_status: 'Warning',
    hold: { rules: [{ facts: { rows: 50 } }], since: hold?.since },
  })
  expect(again.hold?.id).not.toBe(hold?.id)
})

import { eq, ne } from 'drizzle-orm'
import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { tasks as storedTasks } from '#server/storage/live-tables.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { test } from '#tests/support/shared-app.ts'

/** Tasks of a type `Masters`, by name. */
async function placeTasks(member: ApiClient) {
  const { id: sync_task_type_id } = await member.call(taskTypes.create, { body: { name: 'Masters' } })
  const body = (name: string, [from, fromTab]: [string, string], [to, toTab]: [string, string]) => ({
    ...{ sync_task_type_id, name, source_ss_id: from, source_sheet_name: fromTab },
    ...{ target_ss_id: to, target_sheet_name: toTab },
  })
  return {
    create: (...place: Parameters<typeof body>) => member.call(tasks.create, { body: body(...place) }),
    refused: async (...place: Parameters<typeof body>) =>
      await refusal(member.send(tasks.create, { body: body(...place) })),
  }
}

async function refusal(sent: Promise<Response>) {
  const response = await sent
  return { status: response.status, ...((await response.json()) as { message: string; fields?: object }) }
}

test('a task cannot newly write to a tab that another one writes to', async ({ emptyApp: app }) => {
  const { member } = app
  const { create, refused } = await placeTasks(member)
  await create('North', ['north', 'A'], ['target', 'Orders'])
  const other = await create('South', ['south', 'A'], ['target', 'Other'])
  const message = "'North' (Masters) already writes to this tab. Please choose another target."
  const expected = { status: 400, message, fields: { target_sheet_name: message } }
  const params = { id: other.id }
  expect(await refusal(member.send(tasks.update, { params, body: { target_sheet_name: 'orders' } }))).toMatchObject(
    expected,
  )
  expect(await refused('West', ['west', 'A'], ['target', ' Orders'])).toMatchObject(expected)
  expect(await member.call(tasks.get, { params })).toMatchObject({ target_sheet_name: 'Other' })
  expect(await member.call(tasks.list, { query: {} })).toMatchObject({ total: 2 })
})

test('no chain of copies leads back to its own source tab, and one to the same spreadsheet is a warning', async ({
  emptyApp: app,
}) => {
  const { member } = app
  const { create, refused } = await placeTasks(member)
  await create('First', ['a', 'A'], ['b', 'B'])
  await create('Second', ['b', 'B'], ['c', 'C'])
  const message =
    "This target is copied back to the source tab, through 'First' (Masters) and then 'Second' (Masters). Please choose another target."
  expect(await refused('Third', ['c', 'C'], ['a', 'A'])).toMatchObject({
    status: 400,
    message,
    fields: { target_sheet_name: message },
  })
  const third = await create('Third', ['c', 'C'], ['a', 'Other'])
  expect(third.warnings).toEqual([
    "This target's spreadsheet is copied back to the source's, through 'First' (Masters) and then 'Second' (Masters).",
  ])
  expect(third.conflicts).toEqual({ overlaps: [], loop: [] })
  const update = { params: { id: third.id }, body: { target_sheet_name: 'A' } }
  expect(await refusal(member.send(tasks.update, update))).toMatchObject({ status: 400, message })
})

test('overlaps and loops that exist already are listed, and do not keep their tasks from being edited', async ({
  emptyApp: app,
}) => {
  const { member } = app
  const { orm } = app.context.database
  const { create } = await placeTasks(member)
  const first = await create('First', ['a', 'A'], ['b', 'B'])
  const second = await create('Second', ['b', 'B'], ['c', 'C'])
  const third = await create('Third', ['d', 'D'], ['e', 'E'])
  const set = (id: number, places: Partial<typeof storedTasks.$inferInsert>) =>
    orm.update(storedTasks).set(places).where(eq(storedTasks.id, id))
  // As an earlier version saved them.
  await set(second.id, { targetSsId: 'a', targetSheetName: 'A' })
  await set(third.id, { targetSsId: 'a', targetSheetName: 'a' })
  const named = ({ id, name }: { id: number; name: string }) => ({ id, name, task_type_name: 'Masters' })
  const readConflicts = async ({ id }: { id: number }) => (await member.call(tasks.get, { params: { id } })).conflicts
  expect(await readConflicts(first)).toEqual({ overlaps: [], loop: [named(second)] })
  expect(await readConflicts(second)).toEqual({ overlaps: [named(third)], loop: [named(first)] })
  expect(await readConflicts(third)).toEqual({ overlaps: [named(second)], loop: [] })
  const edited = { start_row: 2, notes: 'Both write there.', target_sheet_name: 'A' }
  expect(await member.call(tasks.update, { params: { id: second.id }, body: edited })).toMatchObject(edited)
  expect(await member.call(tasks.update, { params: { id: third.id }, body: { source_ss_id: 'x' } })).toMatchObject({
    source_ss_id: 'x',
  })
  await member.call(tasks.update, { params: { id: third.id }, body: { target_sheet_name: 'Own' } })
  expect(await readConflicts(second)).toEqual({ overlaps: [], loop: [named(first)] })
  expect(
    await member.send(tasks.update, { params: { id: third.id }, body: { target_sheet_name: 'A' } }),
  ).toHaveProperty('status', 400)
})

test('imports, reverts, undone imports and the trash follow the same rule', async ({ emptyApp: app }) => {
  const { member } = app
  const { create } = await placeTasks(member)
  const first = await create('First', ['a', 'A'], ['target', 'One'])
  const other = await create('Other', ['b', 'B'], ['target', 'Other'])
  const problem = (name: string) => `'${name}' (Masters) already writes to this tab. Please choose another target.`

  const imported = await importRows(member, [
    `${first.id},First,Masters,a,A,target,Two`,
    `${other.id},Other,Masters,b,B,target,Other`,
    ',New,Masters,c,C,target,other',
  ])
  expect(imported).toMatchObject({
    updated: 1,
    unchanged: 1,
    failed: 1,
    errors: [{ row: 4, message: problem('Other') }],
  })
  const [change] = (await member.call(api.activity.list, { query: { task_id: first.id, limit: 1 } })).entries
  await create('Second', ['d', 'D'], ['target', 'One'])

  const revert = { params: { id: first.id, change: change?.id ?? 0 } }
  expect(await member.call(api.taskChanges.previewRevert, revert)).toMatchObject({ problem: problem('Second') })
  expect(await refusal(member.send(api.taskChanges.revert, revert))).toMatchObject({ status: 400 })
  expect(await refusal(member.send(api.activity.undo, { params: { id: change?.id ?? 0 } }))).toMatchObject({
    status: 409,
    message: `Nothing can be undone: ${problem('Second')}`,
  })

  expect(await member.send(tasks.remove, { params: { id: other.id } })).toHaveProperty('status', 204)
  const taker = await create('Taker', ['e', 'E'], ['target', 'Other'])
  const restore = { body: { task_ids: [other.id] } }
  expect(await refusal(member.send(api.trash.restoreTasks, restore))).toMatchObject({
    status: 409,
    message: problem('Taker'),
  })
  expect(await member.send(tasks.remove, { params: { id: taker.id } })).toHaveProperty('status', 204)
  expect(await member.send(api.trash.restoreTasks, restore)).toHaveProperty('status', 200)
})

test('tasks that were in conflict when they were deleted together are restored together', async ({ emptyApp: app }) => {
  const { member } = app
  const { create } = await placeTasks(member)
  const first = await create('First', ['a', 'A'], ['b', 'B'])
  const second = await create('Second', ['b', 'B'], ['c', 'C'])
  const third = await create('Third', ['d', 'D'], ['e', 'E'])
  // As an earlier version saved them.
  const { orm } = app.context.database
  await orm.update(storedTasks).set({ targetSsId: 'a', targetSheetName: 'A' }).where(ne(storedTasks.id, first.id))
  await member.send(tasks.removeAll, {})
  const task_ids = [first, second, third].map(({ id }) => id)
  expect(await member.call(api.trash.restoreTasks, { body: { task_ids } })).toMatchObject({ tasks: 3, kept_count: 0 })
})

/** Imports rows of id, name, task_type, source_ss_id, source_sheet_name, target_ss_id and target_sheet_name. */
function importRows(member: ApiClient, rows: readonly string[]) {
  const header = 'id,name,task_type,source_ss_id,source_sheet_name,target_ss_id,target_sheet_name'
  return member.upload(tasks.importCsv, { name: 'tasks.csv', content: [header, ...rows].join('\n') })
}

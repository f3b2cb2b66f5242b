import { expect } from 'vitest'
import type { CallInput } from '#contract/route.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import type { ApiClient } from '#tests/support/api-client.ts'
import { untilEnded } from '#tests/support/run-to-end.ts'
import { test } from '#tests/support/shared-app.ts'
import { MEMBER_EMAIL } from '#tests/support/test-app.ts'

const source = { source_ss_id: 'source', target_ss_id: 'target' }

async function aType(member: ApiClient, name = 'Masters') {
  return member.call(taskTypes.create, { body: { name, chunk_size: 750 } })
}

test('a task can be created, read, updated and deleted', async ({ emptyApp: app }) => {
  const { member } = app
  const type = await aType(member)
  const created = await member.send(tasks.create, {
    body: { ...source, sync_task_type_id: type.id, source_sheet_name: 'Orders', scheduled_times: ['None'] },
  })
  expect(created.status).toBe(201)
  const task = tasks.create.reply.parse(await created.json())
  expect(task).toMatchObject({
    name: 'Orders',
    task_type: {
      id: type.id,
      name: 'Masters',
      chunk_size: 750,
      allowed_concurrent_tasks: 1,
      every_minutes: null,
      every_minutes_between: '',
    },
    chunk_size: 750,
    start_row: 1,
    scheduled_times: [],
    is_active: true,
    task_status: 'Pending',
    running_status: false,
    last_triggered: null,
    latest_log: null,
    logs: [],
    can_copy_anyway: false,
    position_actions: { current_position: 1, total_tasks_of_type: 1, can_move_up: false, can_move_down: false },
  })
  const params = { id: task.id }
  const changed = await member.call(tasks.update, { params, body: { start_row: 3 } })
  expect(changed).toEqual({ ...task, start_row: 3, version: expect.not.stringMatching(task.version ?? '') })
  expect({ ...(await member.call(tasks.get, { params })), warnings: [] }).toEqual(changed)
  expect(await member.call(tasks.list, { query: {} })).toMatchObject({
    syncTasks: [{ id: task.id }],
    totalPages: 1,
    total: 1,
  })
  expect((await member.send(tasks.remove, { params })).status).toBe(204)
  expect((await member.send(tasks.get, { params })).status).toBe(404)
})

test('the other tabs of two spreadsheets can be copied too, but no pair of tabs twice', async ({ emptyApp: app }) => {
  const { member } = app
  const { id: sync_task_type_id } = await aType(member)
  const create = (name: string, tab: string) =>
    member.call(tasks.create, {
      body: { ...source, sync_task_type_id, name, source_sheet_name: tab, target_sheet_name: tab },
    })
  await create('North', 'Orders')
  await create('South', 'Invoices')
  await create('First', '')
  await expect(create('East', 'ORDERS ')).rejects.toMatchObject({
    status: 409,
    reply: { message: 'A task with these source and target spreadsheet IDs already exists.' },
  })
})

test('tasks are listed in pages, by type and position', async ({ emptyApp: app }) => {
  const { member } = app
  const [first, second] = [await aType(member, 'First'), await aType(member, 'Second')]
  for (const [index, type] of [second, first, second].entries()) {
    const body = { ...source, sync_task_type_id: type.id, name: `Task ${index}`, target_ss_id: `target${index}` }
    await member.call(tasks.create, { body })
  }
  const pages = [1, 2, 3].map((page) => member.call(tasks.list, { query: { page, limit: 2 } }))
  const names = (await Promise.all(pages)).map(({ syncTasks }) => syncTasks.map(({ name }) => name))
  expect(names).toEqual([['Task 1', 'Task 0'], ['Task 2'], []])
  expect(await pages[0]).toMatchObject({ totalPages: 2, total: 3, matching: 3 })
})

test('a filter covers all tasks: by type, by status in any case and by words of their names and notes', async ({
  emptyApp: app,
}) => {
  const { member } = app
  const [sales, stock] = [await aType(member, 'Sales'), await aType(member, 'Stock')]
  for (const [index, notes] of ['', 'Ask Jo', '', 'ask JO first', ''].entries()) {
    const type = index === 4 ? stock : sales
    const body = { ...source, sync_task_type_id: type.id, name: `Task ${index}`, target_ss_id: `t${index}`, notes }
    await member.call(tasks.create, { body })
  }
  const list = async (query: CallInput<typeof tasks.list>['query']) => {
    const { syncTasks, ...counts } = await member.call(tasks.list, { query })
    return { names: syncTasks.map(({ name }) => name), ...counts }
  }
  const query = { search: ' jo ASK ', limit: 1 }
  expect(await list(query)).toEqual({ names: ['Task 1'], totalPages: 2, total: 5, matching: 2 })
  expect(await list({ ...query, page: 2 })).toMatchObject({ names: ['Task 3'], totalPages: 2 })
  expect(await list({ ...query, page: 3 })).toMatchObject({ names: [], totalPages: 2 })
  expect(await list({ sync_task_type_id: stock.id })).toMatchObject({ names: ['Task 4'], total: 5, matching: 1 })
  expect(await list({ status: 'pENDING', search: '' })).toMatchObject({ matching: 5 })
  expect(await list({ status: 'Error' })).toEqual({ names: [], totalPages: 1, total: 5, matching: 0 })
  expect(await list({ sync_task_type_id: 99 })).toMatchObject({ names: [], matching: 0 })
  for (const wrong of ['status=gone', 'sync_task_type_id=x', `search=${'x'.repeat(201)}`]) {
    expect((await member.fetch(`${tasks.list.path}?${wrong}`)).status).toBe(400)
  }
})

test('an invalid task is refused with a message for the field', async ({ emptyApp: app }) => {
  const { member } = app
  const type = await aType(member)
  const body = { ...source, sync_task_type_id: type.id, name: 'Orders' }
  await member.call(tasks.create, { body })
  const refusals = [
    {
      body: { ...body, source_ss_id: 'other' },
      status: 409,
      message: 'A task with this name already exists for this task type. Please use a different name.',
    },
    {
      body: { ...body, name: 'Other' },
      status: 409,
      message: 'A task with these source and target spreadsheet IDs already exists.',
    },
    { body: { ...body, sync_task_type_id: 99 }, status: 400, message: 'This task type does not exist.' },
    { body: { ...body, start_row: 0 }, status: 400, message: 'Start row must be at least 1' },
    {
      body: { ...body, scheduled_times: ['25:00'] },
      status: 400,
      message: 'Please enter a valid time in HH:MM format (24-hour)',
    },
    {
      body: { ...body, target_ss_id: 'source' },
      status: 400,
      message: 'The source and the target are the same tab. Please choose another target.',
    },
  ]
  for (const { body: wrong, status, message } of refusals) {
    await expect(member.call(tasks.create, { body: wrong })).rejects.toMatchObject({
      status,
      reply: { message, fields: expect.any(Object) },
    })
  }
  const otherType = await aType(member, 'Ledger')
  const other = await member.call(tasks.create, {
    body: { ...body, sync_task_type_id: otherType.id, target_ss_id: 'x' },
  })
  await expect(
    member.call(tasks.update, { params: { id: other.id }, body: { sync_task_type_id: type.id } }),
  ).rejects.toMatchObject({ status: 409 })
})

test('a task moves within its type, and an impossible move is a warning', async ({ emptyApp: app }) => {
  const { member } = app
  const type = await aType(member)
  const ids: number[] = []
  for (const name of ['A', 'B', 'C']) {
    const body = { ...source, sync_task_type_id: type.id, name, target_ss_id: `target-${name}` }
    ids.push((await member.call(tasks.create, { body })).id)
  }
  const [a = 0, , c = 0] = ids
  const moveTo = (id: number, action: 'front' | 'back' | 'up' | 'down') =>
    member.call(tasks.reposition, { params: { id }, body: { action } })
  expect(await moveTo(c, 'front')).toEqual({ status: 'success', message: `'C' (${type.name}) was moved to the front.` })
  expect(await moveTo(c, 'up')).toEqual({
    status: 'warning',
    message: `'C' (${type.name}) is already the first of its type.`,
  })
  expect(await moveTo(a, 'down')).toMatchObject({ status: 'success' })
  expect(await moveTo(a, 'back')).toMatchObject({ status: 'warning' })
  const { syncTasks } = await member.call(tasks.list, { query: {} })
  expect(syncTasks.map(({ name, position_actions }) => [name, position_actions.current_position])).toEqual([
    ['C', 1],
    ['B', 2],
    ['A', 3],
  ])
})

test('tasks are activated and deactivated one by one and all at once', async ({ emptyApp: app }) => {
  const { member } = app
  const type = await aType(member)
  const body = { ...source, sync_task_type_id: type.id, name: 'Orders' }
  const { id } = await member.call(tasks.create, { body })
  await member.call(tasks.create, { body: { ...body, name: 'Other', target_ss_id: 'other' } })
  const params = { id }
  expect(await member.call(tasks.toggleActive, { params, body: { is_active: false } })).toEqual({
    is_active: false,
    message: `'Orders' (${type.name}) is inactive.`,
  })
  const { all_running_status } = await member.call(tasks.statusAll, {})
  expect(Object.values(all_running_status).map(({ is_active }) => is_active)).toEqual([false, true])
  expect(await member.call(tasks.execute, { params, body: {} })).toMatchObject({ status: 'warning' })
  expect(await member.call(tasks.toggleAllActive, { body: { target_state: true } })).toEqual({
    status: 'success',
    message: '1 task activated.',
    updated_count: 1,
    changed_ids: [id],
    runs_tonight: 0,
  })
  const undo = { target_state: false, task_ids: [id, 99] }
  expect(await member.call(tasks.toggleAllActive, { body: undo })).toMatchObject({ changed_ids: [id] })
  expect(await member.call(tasks.toggleAllActive, { body: undo })).toMatchObject({ updated_count: 0 })
  const missing = await member.send(tasks.toggleActive, { params: { id: 99 }, body: { is_active: true } })
  expect(missing.status).toBe(404)
})

test('tasks cannot be deleted while a run is in progress', async ({ emptyApp: app }) => {
  const { member } = app
  // The second run of the type waits a day for its turn.
  const type = await member.call(taskTypes.create, { body: { name: 'Slow', queue_delay_seconds: 86_400 } })
  const ids: number[] = []
  for (const name of ['A', 'B']) {
    const body = { ...source, sync_task_type_id: type.id, name, target_ss_id: `target-${name}` }
    ids.push((await member.call(tasks.create, { body })).id)
  }
  const params = { id: ids[1] ?? 0 }
  expect(await member.call(taskTypes.runGroup, { params: { id: type.id } })).toMatchObject({ status: 'success' })
  expect(await member.call(tasks.get, { params })).toMatchObject({
    task_status: 'Queued',
    running_status: true,
    last_triggered: { triggered_by: MEMBER_EMAIL },
  })
  await expect(member.call(tasks.remove, { params })).rejects.toMatchObject({
    status: 400,
    reply: { message: 'Cannot delete while the task is running' },
  })
  await expect(member.call(tasks.removeAll, {})).rejects.toMatchObject({
    status: 400,
    reply: { message: 'Cannot delete while tasks are running' },
  })
  const { all_running_status } = await member.call(tasks.statusAll, {})
  expect(all_running_status[params.id]).toMatchObject({ task_status: 'Queued', waiting_for: expect.any(String) })
  await member.call(tasks.stop, { params })
  expect(await member.call(tasks.get, { params })).toMatchObject({ task_status: 'Stopped', running_status: false })
  expect((await member.send(tasks.remove, { params })).status).toBe(204)
  await member.call(tasks.stopAll, {})
  await untilEnded(member, ids[0] ?? 0)
  expect((await member.send(tasks.removeAll, {})).status).toBe(204)
  expect(await member.call(tasks.list, { query: {} })).toEqual({
    syncTasks: [],
    totalPages: 1,
    total: 0,
    matching: 0,
  })
})

test('a change changes only what differs from the version that it began from, and names who changed the same field', async ({
  emptyApp: app,
}) => {
  const { member } = app
  const type = await aType(member)
  const { id } = await member.call(tasks.create, { body: { ...source, sync_task_type_id: type.id, name: 'Orders' } })
  const opened = await member.call(tasks.get, { params: { id } })
  const put = (body: object, version?: string) =>
    member.fetch(`/api/sync_tasks/${id}`, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(version !== undefined && { 'if-match': `"${version}"` }) },
    })
  await member.call(tasks.update, { params: { id }, body: { scheduled_times: ['05:00'] } })

  const fields = { name: 'Orders', notes: 'Ask Ada', scheduled_times: ['None'], start_row: opened.start_row }
  expect((await put(fields, opened.version)).status).toBe(200)
  expect(await member.call(tasks.get, { params: { id } })).toMatchObject({
    notes: 'Ask Ada',
    scheduled_times: ['05:00'],
  })

  const refused = await put({ ...fields, notes: 'Ask Bo', scheduled_times: ['06:00'] }, opened.version)
  expect(refused.status).toBe(412)
  const by = `Changed meanwhile by ${MEMBER_EMAIL}`
  expect(await refused.json()).toMatchObject({
    code: 'changed_meanwhile',
    message: `${by}: scheduled times, notes.`,
    fields: { notes: by, scheduled_times: by },
  })
  expect((await put({ ...fields, notes: 'Ask Bo' })).status).toBe(200)
  expect(await member.call(tasks.get, { params: { id } })).toMatchObject({ notes: 'Ask Bo', scheduled_times: [] })
})

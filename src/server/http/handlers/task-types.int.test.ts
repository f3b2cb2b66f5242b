import { expect } from 'vitest'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { CIRCULAR_DEPENDENCY, DEPENDS_ON_ITSELF, TYPE_NAME_TAKEN } from '#domain/tasks/task-type-problems.ts'
import { test } from '#tests/support/shared-app.ts'
import { MEMBER_EMAIL } from '#tests/support/test-app.ts'

test('a task type lists its dependency chain and counts its tasks and dependent types', async ({ emptyApp: app }) => {
  const { member } = app
  const masters = await member.call(taskTypes.create, { body: { name: 'Masters' } })
  expect(masters).toEqual({
    id: masters.id,
    name: 'Masters',
    allowed_concurrent_tasks: 1,
    depends_on_id: null,
    queue_delay_seconds: 0,
    max_retries: 3,
    retry_delay_seconds: 60,
    chunk_size: 2000,
    alert_after_hours: null,
    skips_untouched: false,
    on_column_change: 'hold',
    hold_loss_percent: 30,
    every_minutes: null,
    every_minutes_between: '',
    fresh_by: null,
    fresh_within_minutes: null,
    after_source: false,
    on_edit: false,
    on_edit_pause_minutes: 1,
    on_edit_at_most_every_minutes: 5,
    freshness_note: 'off',
    keeps_cells: true,
    version: expect.any(String),
    dependency_chain: [],
    tasks_count: 0,
    dependent_types_count: 0,
  })
  const ledger = await member.call(taskTypes.create, { body: { name: 'Ledger', depends_on_id: masters.id } })
  await member.call(taskTypes.create, { body: { name: 'Board', depends_on_id: ledger.id } })
  await member.call(tasks.create, { body: { sync_task_type_id: ledger.id, source_ss_id: 'a', target_ss_id: 'b' } })
  const types = await member.call(taskTypes.list, {})
  expect(types.map((type) => [type.name, type.dependency_chain, type.tasks_count, type.dependent_types_count])).toEqual(
    [
      ['Masters', [], 0, 1],
      ['Ledger', ['Masters', 'Ledger'], 1, 1],
      ['Board', ['Masters', 'Ledger', 'Board'], 0, 0],
    ],
  )
})

test('an invalid task type is refused with a message for the field', async ({ emptyApp: app }) => {
  const { member } = app
  const masters = await member.call(taskTypes.create, { body: { name: 'Masters' } })
  const ledger = await member.call(taskTypes.create, { body: { name: 'Ledger', depends_on_id: masters.id } })
  const refusal = (status: number, field: string, message: string) => ({
    status,
    reply: { message, fields: { [field]: message } },
  })

  await expect(member.call(taskTypes.create, { body: { name: ' ' } })).rejects.toMatchObject(
    refusal(400, 'name', 'Name is required'),
  )
  await expect(member.call(taskTypes.create, { body: { name: 'Masters' } })).rejects.toMatchObject(
    refusal(409, 'name', TYPE_NAME_TAKEN),
  )
  await expect(
    member.call(taskTypes.create, { body: { name: 'New', allowed_concurrent_tasks: 0 } }),
  ).rejects.toMatchObject(refusal(400, 'allowed_concurrent_tasks', 'Allowed concurrent tasks must be at least 1'))
  const dependOn = (id: number, dependsOnId: number) =>
    member.call(taskTypes.update, { params: { id }, body: { depends_on_id: dependsOnId } })
  await expect(dependOn(masters.id, masters.id)).rejects.toMatchObject(refusal(400, 'depends_on_id', DEPENDS_ON_ITSELF))
  await expect(dependOn(masters.id, ledger.id)).rejects.toMatchObject(
    refusal(400, 'depends_on_id', CIRCULAR_DEPENDENCY),
  )
  await expect(dependOn(masters.id, 99)).rejects.toMatchObject(
    refusal(400, 'depends_on_id', 'The task type to depend on does not exist.'),
  )
  await expect(member.call(taskTypes.update, { params: { id: 99 }, body: {} })).rejects.toMatchObject({ status: 404 })
})

test('a new chunk size is copied to the tasks, and the changed ones are counted', async ({ emptyApp: app }) => {
  const { member } = app
  const type = await member.call(taskTypes.create, { body: { name: 'Masters', chunk_size: 100 } })
  for (const [name, chunk_size] of [
    ['A', undefined],
    ['B', 300],
  ] as const) {
    const body = { sync_task_type_id: type.id, name, source_ss_id: name, target_ss_id: `target-${name}` }
    await member.call(tasks.create, { body: { ...body, ...(chunk_size && { chunk_size }) } })
  }
  const params = { id: type.id }
  const renamed = await member.call(taskTypes.update, { params, body: { ...type, name: 'Renamed' } })
  expect(renamed).toMatchObject({ name: 'Renamed', updated_tasks_count: 0 })
  const changed = await member.call(taskTypes.update, { params, body: { chunk_size: 300 } })
  expect(changed).toMatchObject({ chunk_size: 300, updated_tasks_count: 1 })
  const { syncTasks } = await member.call(tasks.list, { query: {} })
  expect(syncTasks.map((task) => task.chunk_size)).toEqual([300, 300])
})

test('a task type in use cannot be deleted, and the message lists what uses it', async ({ emptyApp: app }) => {
  const { member } = app
  const masters = await member.call(taskTypes.create, { body: { name: 'Masters' } })
  const ledger = await member.call(taskTypes.create, { body: { name: 'Ledger', depends_on_id: masters.id } })
  const body = { sync_task_type_id: masters.id, name: 'Orders', source_ss_id: 'a', target_ss_id: 'b' }
  const task = await member.call(tasks.create, { body })
  const params = { id: masters.id }
  await expect(member.call(taskTypes.remove, { params })).rejects.toMatchObject({
    status: 400,
    reply: {
      message: 'Cannot delete the task type "Masters": it has 1 task (Orders), and 1 task type depends on it (Ledger).',
    },
  })
  await member.call(tasks.remove, { params: { id: task.id } })
  await member.call(taskTypes.remove, { params: { id: ledger.id } })
  expect((await member.send(taskTypes.remove, { params })).status).toBe(204)
  expect((await member.send(taskTypes.remove, { params })).status).toBe(404)
})

test('reordering takes a list that contains every task type once', async ({ emptyApp: app }) => {
  const { member } = app
  const ids: number[] = []
  for (const name of ['A', 'B', 'C']) ids.push((await member.call(taskTypes.create, { body: { name } })).id)
  const [a = 0, b = 0, c = 0] = ids
  expect(await member.call(taskTypes.reorder, { body: { order: [c, a, b] } })).toMatchObject({ status: 'success' })
  expect((await member.call(taskTypes.list, {})).map(({ name }) => name)).toEqual(['C', 'A', 'B'])
  for (const order of [[c, a], [c, a, a], [c, a, b, 99], []]) {
    await expect(member.call(taskTypes.reorder, { body: { order } })).rejects.toMatchObject({ status: 400 })
  }
})

test('a change of a type changes only what differs from the version that it began from', async ({ emptyApp: app }) => {
  const { member } = app
  const opened = await member.call(taskTypes.create, { body: { name: 'Masters' } })
  const path = `/api/sync_task_types/${opened.id}`
  const put = (body: object) => {
    const headers = { 'content-type': 'application/json', 'if-match': `"${opened.version}"` }
    return member.fetch(path, { method: 'PUT', body: JSON.stringify(body), headers })
  }
  await member.call(taskTypes.update, { params: { id: opened.id }, body: { max_retries: 7 } })
  const same = { name: 'Masters', max_retries: opened.max_retries }
  expect((await put({ ...same, queue_delay_seconds: 5 })).status).toBe(200)
  expect(await member.call(taskTypes.list)).toMatchObject([{ max_retries: 7, queue_delay_seconds: 5 }])
  const refused = await put({ ...same, max_retries: 1 })
  expect(await refused.json()).toMatchObject({ fields: { max_retries: `Changed meanwhile by ${MEMBER_EMAIL}` } })
})

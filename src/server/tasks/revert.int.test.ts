import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import type { TaskChange } from '#contract/task-fields.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { test } from '#tests/support/shared-app.ts'
import type { TestApp } from '#tests/support/test-app.ts'

async function addTask({ member }: TestApp, fields = {}) {
  const type = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const body = buildTaskFields({ sync_task_type_id: type.id, name: 'First', notes: 'a', ...fields })
  const { id } = await member.call(api.tasks.create, { body })
  const newest = async () => {
    const { entries } = await member.call(api.activity.list, { query: { task_id: id, limit: 1 } })
    return entries[0]?.id ?? 0
  }
  const change = async (changed: TaskChange) => {
    await member.call(api.tasks.update, { params: { id }, body: changed })
    return await newest()
  }
  const read = () => member.call(api.tasks.get, { params: { id } })
  return { member, type, id, change, newest, read }
}

test('a change is reverted with the later ones, and that can be reverted too', async ({ app }) => {
  const { member, id, change, newest, read } = await addTask(app, { notes: 'x'.repeat(1500) })
  const first = await change({ name: 'Second', scheduled_times: ['04:00'] })
  await change({ notes: 'short', max_concurrent_tasks: 3 })
  await member.call(api.tasks.toggleActive, { params: { id }, body: { is_active: false } })
  const params = { id, change: first }

  const plan = await member.call(api.taskChanges.previewRevert, { params })
  expect(plan.problem).toBeNull()
  expect(plan.changes.map(({ field }) => field)).toEqual([
    'name',
    'scheduled_times',
    'max_concurrent_tasks',
    'is_active',
    'notes',
  ])
  expect(await read()).toMatchObject({ name: 'Second', notes: 'short', is_active: false })

  await member.call(api.taskChanges.revert, { params })
  const original = { name: 'First', notes: 'x'.repeat(1500), max_concurrent_tasks: null, is_active: true }
  expect(await read()).toMatchObject({ ...original, scheduled_times: [] })
  await member.call(api.taskChanges.revert, { params: { id, change: await newest() } })
  expect(await read()).toMatchObject({ name: 'Second', notes: 'short', scheduled_times: ['04:00'], is_active: false })
})

test('a task that cannot be as it was says why, and stays as it is', async ({ app }) => {
  const { member, type, id, change, read } = await addTask(app)
  const other = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const renamed = await change({ name: 'Second' })
  const body = buildTaskFields({ sync_task_type_id: type.id, name: 'First' })
  const namesake = await member.call(api.tasks.create, { body })
  const nameTaken = 'A task with this name already exists for this task type. Please use a different name.'
  const params = { id, change: renamed }
  expect(await member.call(api.taskChanges.previewRevert, { params })).toMatchObject({ problem: nameTaken })
  await expect(member.call(api.taskChanges.revert, { params })).rejects.toMatchObject({ status: 409 })

  await member.send(api.tasks.remove, { params: { id: namesake.id } })
  const moved = await change({ sync_task_type_id: other.id })
  await member.send(api.taskTypes.remove, { params: { id: type.id } })
  const plan = await member.call(api.taskChanges.previewRevert, { params: { id, change: moved } })
  expect(plan.problem).toBe(`The task type "${type.name}" is in the trash. Restore it first.`)
  expect(plan.changes).toEqual([{ field: 'task_type', before: other.name, after: `${type.name} (in the trash)` }])
  const { entries } = await member.call(api.activity.list, { query: { task_id: id, limit: 1 } })
  expect(entries).toMatchObject([
    { changes: plan.changes.map((each) => ({ ...each, before: each.after, after: each.before })) },
  ])
  expect(await read()).toMatchObject({ name: 'Second', sync_task_type_id: other.id })
})

test('a change that is not recorded cannot be reverted', async ({ app }) => {
  const { member, id, newest } = await addTask(app)
  const created = await newest()
  await expect(member.call(api.taskChanges.previewRevert, { params: { id, change: created } })).rejects.toMatchObject({
    status: 404,
  })
  const { entries } = await member.call(api.activity.list, { query: { task_id: id } })
  expect(entries.map(({ can_revert }) => can_revert)).toEqual([false])
})

test('a revert gives back whether the name was chosen', async ({ app }) => {
  const { member, id, change, read } = await addTask(app, { name: '', source_sheet_name: 'Data' })
  const renamed = await change({ name: 'Mine' })
  expect(await read()).toMatchObject({ name: 'Mine', has_own_name: true })
  await change({ source_sheet_name: 'Other', notes: 'b' })
  await member.call(api.taskChanges.revert, { params: { id, change: renamed } })
  expect(await read()).toMatchObject({ name: 'Data', has_own_name: false, source_sheet_name: 'Data' })
})

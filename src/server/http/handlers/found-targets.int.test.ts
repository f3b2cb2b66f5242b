import { expect, test } from 'vitest'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { targetCopies } from '#server/storage/schema.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('a list has the tabs of hand-outs only on request, and a single task always', async () => {
  await using app = await startTestApp()
  const { member, context } = app
  const { id: sync_task_type_id } = await member.call(taskTypes.create, { body: { name: 'Branches' } })
  const body = { sync_task_type_id, source_ss_id: 'master', target_ss_id: 'branches' }
  const { id: taskId } = await member.call(tasks.create, { body: { ...body, name: 'Hand-out', split_by: 'Branch' } })
  const plain = await member.call(tasks.create, { body: { ...body, name: 'Plain', target_sheet_name: 'All' } })
  const copy = { value: 'East', valueKey: 'east', targetSsId: 'branches', tab: 'East', sheetId: 7, place: '', left: {} }
  await context.database.orm.insert(targetCopies).values({ ...copy, taskId })
  const found = [{ value: 'East', target_ss_id: 'branches', target_sheet_name: 'East', sheet_id: 7 }]
  const list = async (query: Parameters<typeof member.call<typeof tasks.list>>[1]['query']) =>
    (await member.call(tasks.list, { query })).syncTasks.map((task) => [task.id, task.found_targets])
  expect(await list({})).toEqual([
    [taskId, undefined],
    [plain.id, undefined],
  ])
  expect(await list({ found_targets: 'true' })).toEqual([
    [taskId, found],
    [plain.id, []],
  ])
  expect(await list({ found_targets: 'true', hands_out: 'true' })).toEqual([[taskId, found]])
  expect(await list({ hands_out: 'false' })).toEqual([[plain.id, undefined]])
  expect(await member.call(tasks.get, { params: { id: taskId } })).toMatchObject({ found_targets: found })
  expect(await member.call(tasks.get, { params: { id: plain.id } })).toMatchObject({ found_targets: [] })
})

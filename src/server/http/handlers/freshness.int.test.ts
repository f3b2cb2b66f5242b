import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { HOUR_MS } from '#domain/time.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { runToSuccess } from '#tests/support/run-to-end.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('a target ages from its last equal copy, and is listed, counted and filtered by how fresh it is', async () => {
  let shiftMs = 0
  await using app = await startTestApp({ now: () => new Date(Date.now() + shiftMs) })
  const { member, sheets } = app
  const source = await createSpreadsheet(sheets, { tabs: ['Orders'], values: [['Name'], ['Ann']] })
  const target = await createSpreadsheet(sheets)
  const types = await Promise.all(
    [{ fresh_within_minutes: 120 }, {}].map((promise, index) =>
      member.call(api.taskTypes.create, { body: { ...buildTaskTypeFields({ name: `Type ${index}` }), ...promise } }),
    ),
  )
  const places = { source_ss_id: source, source_sheet_name: 'Orders', target_ss_id: target }
  const [promised, other] = await Promise.all(
    types.map(({ id }, index) =>
      member.call(api.tasks.create, {
        body: buildTaskFields({
          sync_task_type_id: id,
          name: `Task ${index}`,
          ...places,
          target_sheet_name: `Copy ${index}`,
        }),
      }),
    ),
  )
  const [taskId = 0, otherId = 0] = [promised?.id, other?.id]
  const findFreshness = async (id: number) => (await member.call(api.tasks.get, { params: { id } })).freshness
  const listIds = async (freshness: 'fresh' | 'due' | 'late') => {
    const { syncTasks, matching } = await member.call(api.tasks.list, { query: { freshness } })
    expect(matching).toBe(syncTasks.length)
    return syncTasks.map(({ id }) => id)
  }
  expect(await findFreshness(otherId)).toBeNull()
  expect(await findFreshness(taskId)).toEqual({ state: 'due', seen_equal_at: null, due_at: null, cause: 'no_schedule' })

  await runToSuccess(member, taskId)
  await runToSuccess(member, otherId)
  const fresh = await findFreshness(taskId)
  expect(fresh).toEqual({ state: 'fresh', seen_equal_at: expect.any(String), due_at: expect.any(String), cause: null })
  expect(Date.parse(fresh?.due_at ?? '') - Date.parse(fresh?.seen_equal_at ?? '')).toBe(2 * HOUR_MS)
  expect(await listIds('fresh')).toEqual([taskId])

  shiftMs = 2 * HOUR_MS
  expect(await findFreshness(taskId)).toEqual({ ...fresh, state: 'late', cause: 'no_schedule' })
  expect(await listIds('late')).toEqual([taskId])
  expect(await listIds('fresh')).toEqual([])
  expect((await member.call(api.overview.get, {})).freshness).toMatchObject({
    ...{ tasks_count: 1, fresh: 0, due: 0, late: 1 },
    late_tasks: [{ id: taskId, due_at: fresh?.due_at, cause: 'no_schedule' }],
  })

  await member.call(api.tasks.update, { params: { id: taskId }, body: { fresh_within_minutes: 240 } })
  expect(await findFreshness(taskId)).toMatchObject({ state: 'fresh' })
  await member.call(api.tasks.update, { params: { id: taskId }, body: { target_sheet_name: 'Elsewhere' } })
  expect(await findFreshness(taskId)).toMatchObject({ seen_equal_at: null })
})

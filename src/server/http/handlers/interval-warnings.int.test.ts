import { expect, test } from 'vitest'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('saving says when intervals need more requests than the quota allows, and what would fit', async () => {
  await using app = await startTestApp({ env: { READS_PER_MINUTE: '10', WRITES_PER_MINUTE: '60' } })
  const { member } = app
  const type = await member.call(taskTypes.create, { body: { name: 'Masters' } })
  const ids: number[] = []
  for (let index = 0; index < 6; index += 1) {
    const body = { sync_task_type_id: type.id, source_ss_id: `s${index}`, target_ss_id: `t${index}` }
    ids.push((await member.call(tasks.create, { body })).id)
  }
  const save = async (every_minutes: number | null) =>
    (await member.call(taskTypes.update, { params: { id: type.id }, body: { every_minutes } })).warnings
  expect(await save(2)).toEqual([])
  expect(await save(1)).toEqual([
    'These 6 tasks every minute need 12 reads a minute; you have 9 (of one account). Every 2 minutes would fit.',
  ])
  const params = { id: ids[0] ?? 0 }
  const { warnings } = await member.call(tasks.update, { params, body: { every_minutes: 1 } })
  expect(warnings).toEqual([
    'This task every minute needs 2 reads a minute, and the other intervals 10; you have 9 (of one account). All intervals 1.4 times as long would fit.',
  ])
  const quiet = await member.call(tasks.update, { params, body: { notes: 'x', is_active: false } })
  expect(quiet.warnings).toEqual([])
})

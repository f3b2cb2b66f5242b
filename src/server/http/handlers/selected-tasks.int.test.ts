import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('an action on selected tasks is one entry, and names the tasks that it refuses', async () => {
  await using app = await startTestApp()
  const { member } = app
  // Stop the queue, so its runs stay queued.
  await app.context.queue.drain()
  const type = await member.call(api.taskTypes.create, { body: buildTaskTypeFields() })
  const add = (name: string, is_active = true) =>
    member.call(api.tasks.create, { body: buildTaskFields({ sync_task_type_id: type.id, name, is_active }) })
  const [one, two, idle] = [await add('One'), await add('Two'), await add('Idle', false)]
  const body = { task_ids: [one.id, two.id, idle.id, 999, one.id] }
  const gone = { task_id: 999, reason: 'It was deleted.' }

  expect(await member.call(api.selectedTasks.execute, { body })).toEqual({
    done_ids: [one.id, two.id],
    refused: [{ task_id: idle.id, reason: 'Task is inactive. Activate it before running it.' }, gone],
  })
  const { runs } = await member.call(api.runs.list, { query: {} })
  expect(runs.map(({ task_name, status }) => [task_name, status]).sort()).toEqual([
    ['One', 'Queued'],
    ['Two', 'Queued'],
  ])
  const again = await member.call(api.selectedTasks.execute, { body: { task_ids: [one.id] } })
  expect(again.refused).toEqual([{ task_id: one.id, reason: 'It is already queued or running.' }])

  const removed = await member.call(api.selectedTasks.remove, { body: { task_ids: [one.id, idle.id] } })
  expect(removed).toEqual({
    done_ids: [idle.id],
    refused: [{ task_id: one.id, reason: 'Cannot delete while the task is running' }],
  })
  expect(await member.call(api.selectedTasks.stop, { body: { task_ids: [one.id, two.id, idle.id] } })).toEqual({
    done_ids: [one.id, two.id],
    refused: [{ task_id: idle.id, reason: 'It is not queued or running.' }],
  })
  await member.call(api.tasks.executeAll)
  await member.call(api.tasks.stopAll)
  const { entries } = await member.call(api.activity.list, { query: { limit: 6 } })
  expect(entries.map(({ kind, subject, count }) => [kind, subject, count])).toEqual([
    ['run_stopped', 'Stop All', 2],
    ['run_requested', 'Run All', 2],
    ['run_stopped', '', 2],
    ['task_deleted', `Idle (${type.name})`, 1],
    ['run_requested', '', 2],
    ['task_created', `Idle (${type.name})`, 1],
  ])
  const ofTask = { task_id: one.id, without_runs: 'true' } as const
  const changes = await member.call(api.activity.list, { query: ofTask })
  expect(changes.entries.map(({ kind }) => kind)).toEqual(['task_created'])
})

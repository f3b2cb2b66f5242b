import { expect, test } from 'vitest'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { seedSamples } from './seed-samples.ts'

test('the first start creates the samples, and deleted samples do not come back', async () => {
  await using app = await startTestApp({ env: { SAMPLES: 'on' } })
  const { member } = app
  const types = await member.call(taskTypes.list, {})
  expect(types.find(({ name }) => name === 'Reports')?.dependency_chain).toEqual(['Masters', 'Daily Ledger', 'Reports'])
  const { syncTasks, total } = await member.call(tasks.list, { query: {} })
  expect(total).toBeGreaterThan(0)
  expect(new Set(syncTasks.map((task) => task.task_type.name)).size).toBeGreaterThan(1)

  await member.call(tasks.removeAll, {})
  const { database, now } = app.context
  await seedSamples({ orm: database.orm, sheetsUrl: app.emulator.url, onProgress() {}, now })
  expect((await member.call(tasks.list, { query: {} })).total).toBe(0)
})

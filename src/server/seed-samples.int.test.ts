import { expect, test } from 'vitest'
import { tasks } from '#contract/task.ts'
import { taskTypes } from '#contract/task-type.ts'
import { startWorld } from '#tests/support/world.ts'
import { seedSamples } from './seed-samples.ts'

test('the first start creates the samples, and deleted samples do not come back', async () => {
  await using world = await startWorld({ env: { SAMPLES: 'on' } })
  const { member } = world
  const types = await member.call(taskTypes.list, {})
  expect(types.find(({ name }) => name === 'Reports')?.dependency_chain).toEqual(['Masters', 'Daily Ledger', 'Reports'])
  const { syncTasks, total } = await member.call(tasks.list, { query: {} })
  expect(total).toBeGreaterThan(0)
  expect(new Set(syncTasks.map((task) => task.task_type.name)).size).toBeGreaterThan(1)

  await member.call(tasks.removeAll, {})
  const { database, now } = world.app.context
  await seedSamples({ orm: database.orm, sheetsUrl: world.emulator.url, now })
  expect((await member.call(tasks.list, { query: {} })).total).toBe(0)
})

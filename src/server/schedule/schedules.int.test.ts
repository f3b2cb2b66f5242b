import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startQueueWorld } from '#tests/support/queue-world.ts'
import { scriptSync } from '#tests/support/scripted-sync.ts'
import { startSchedules } from './schedules.ts'

const config = { schedule: { timezone: 'America/New_York' } }
const logger = pino({ level: 'error' })

test('a task is run at its time by itself, although the time was set a moment before', async () => {
  await using world = await startQueueWorld({ startAt: '2026-01-15T08:59:57Z' })
  const queue = await world.startNode({ sync: scriptSync({ isQuick: true }).sync })
  await using _schedules = await startSchedules({ ...world, queue, config, logger })
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: ['04:00'] })
  await world.untilStatus(taskId, 'Success')
})

test('what was missed shortly before the start is run at the start', async () => {
  await using world = await startQueueWorld({ startAt: '2026-01-15T08:59:00Z' })
  const queue = await world.startNode({ sync: scriptSync({ isQuick: true }).sync })
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: ['04:00'] })
  await (await startSchedules({ ...world, queue, config, logger }))[Symbol.asyncDispose]()
  world.setTime('2026-01-15T10:00:00Z')
  await using _schedules = await startSchedules({ ...world, queue, config, logger })
  await world.untilStatus(taskId, 'Success')
})

test('everything that runs by the clock is listed with its cron fields and when it comes next', async () => {
  await using world = await startQueueWorld()
  const queue = await world.startNode({ sync: scriptSync().sync })
  await using schedules = await startSchedules({ ...world, queue, config, logger })
  const typeId = await world.addType({ name: 'Daily Ledger' })
  const taskId = await world.addTask(typeId, { name: 'ENT1', scheduledTimes: ['23:00', '04:05'] })
  await world.addTask(typeId, { scheduledTimes: ['05:00'], isActive: false })
  expect(await schedules.setRunAllTimes(['06:30', '06:30'])).toEqual(['06:30'])
  expect(await schedules.runAllTimes()).toEqual(['06:30'])
  world.setTime('2026-01-15T10:00:00Z')
  const single = { comment: 'Daily Ledger: ENT1', command: `Run Task ${taskId}` }
  const everything = { comment: 'Run All', command: 'Run All Tasks' }
  expect(await schedules.list()).toEqual([
    { ...single, schedule: '5 4 * * *', next_run_at: '2026-01-16T09:05:00.000Z' },
    { ...everything, schedule: '30 6 * * *', next_run_at: '2026-01-15T11:30:00.000Z' },
    { ...single, schedule: '0 23 * * *', next_run_at: '2026-01-16T04:00:00.000Z' },
  ])
})

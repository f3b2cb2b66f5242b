import { pino } from 'pino'
import { expect, test } from 'vitest'
import { EVERY_DAY } from '#domain/schedule/schedule-rule.ts'
import { scheduleMarks } from '#server/storage/schema.ts'
import { eventually } from '#tests/support/eventually.ts'
import { scriptSync } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startSchedules } from './schedules.ts'

const config = { schedule: { timezone: 'America/New_York' } }
const logger = pino({ level: 'error' })

test('a task runs at a time that was added while the schedule was running', async () => {
  await using cluster = await startTestCluster({ startAt: '2026-01-15T08:00:00Z' })
  const queue = await cluster.startNode({ sync: scriptSync({ isQuick: true }).sync })
  await using _schedules = await startSchedules({ ...cluster, queue, config, logger })
  const taskId = await cluster.addTask(await cluster.addType(), { scheduledTimes: ['04:00'] })
  const countMarks = () => cluster.orm.$count(scheduleMarks)
  await eventually({ what: 'the new time to be noticed', read: countMarks, until: (count) => count === 1 })
  await cluster.setTime('2026-01-15T08:59:59Z')
  // Any change of a task makes the schedule read the clock again.
  await cluster.move(taskId, { position: 9 })
  await cluster.untilStatus(taskId, 'Success')
})

test('a time missed shortly before the start runs at the start', async () => {
  await using cluster = await startTestCluster({ startAt: '2026-01-15T08:59:00Z' })
  const queue = await cluster.startNode({ sync: scriptSync({ isQuick: true }).sync })
  const taskId = await cluster.addTask(await cluster.addType(), { scheduledTimes: ['04:00'] })
  await (await startSchedules({ ...cluster, queue, config, logger }))[Symbol.asyncDispose]()
  await cluster.setTime('2026-01-15T10:00:00Z')
  await using _schedules = await startSchedules({ ...cluster, queue, config, logger })
  await cluster.untilStatus(taskId, 'Success')
})

test('the list shows each scheduled time with its cron fields and its next run', async () => {
  await using cluster = await startTestCluster()
  const queue = await cluster.startNode({ sync: scriptSync().sync })
  await using schedules = await startSchedules({ ...cluster, queue, config, logger })
  const typeId = await cluster.addType({ name: 'Daily Ledger' })
  const taskId = await cluster.addTask(typeId, { name: 'ENT1', scheduledTimes: ['23:00', '04:05'] })
  await cluster.addTask(typeId, { scheduledTimes: ['05:00'], isActive: false })
  expect(await schedules.setRunAll({ times: ['06:30', '06:30'] })).toMatchObject({ times: ['06:30'] })
  expect(await schedules.runAll()).toEqual({ ...EVERY_DAY, times: ['06:30'] })
  await cluster.setTime('2026-01-15T10:00:00Z')
  const everyDay = {
    every_minutes: null,
    every_minutes_between: '',
    schedule_days: [],
    paused_until: null,
    holidays: [],
  }
  const single = { ...everyDay, task_id: taskId, comment: 'Daily Ledger: ENT1', command: `Run Task ${taskId}` }
  const runAll = { ...everyDay, task_id: null, comment: 'Run All', command: 'Run All Tasks' }
  expect(await schedules.list()).toEqual([
    { ...single, schedule: '5 4 * * *', next_run_at: '2026-01-16T09:05:00.000Z' },
    { ...runAll, schedule: '30 6 * * *', next_run_at: '2026-01-15T11:30:00.000Z' },
    { ...single, schedule: '0 23 * * *', next_run_at: '2026-01-16T04:00:00.000Z' },
  ])
})

test('days, pauses and holidays show in the list, and are kept when only the times change', async () => {
  await using cluster = await startTestCluster({ startAt: '2026-01-15T10:00:00Z' })
  const queue = await cluster.startNode({ sync: scriptSync().sync })
  await using schedules = await startSchedules({ ...cluster, queue, config, logger })
  await schedules.setRunAll({ times: ['06:30'], scheduleDays: ['Mon', 'Fri'], pausedUntil: '2026-01-17' })
  await schedules.setRunAll({ times: ['07:00'], holidays: ['2026-01-19'] })
  expect(await schedules.list()).toEqual([
    {
      task_id: null,
      comment: 'Run All',
      command: 'Run All Tasks',
      schedule: '0 7 * * 1,5',
      every_minutes: null,
      every_minutes_between: '',
      next_run_at: '2026-01-23T12:00:00.000Z',
      schedule_days: ['Mon', 'Fri'],
      paused_until: '2026-01-17',
      holidays: ['2026-01-19'],
    },
  ])
  expect(await schedules.setRunAll({ times: ['07:00'], pausedUntil: null })).toMatchObject({
    scheduleDays: ['Mon', 'Fri'],
    pausedUntil: null,
  })
})

test('an interval shows its minutes in words, beside its cron fields or a star', async () => {
  await using cluster = await startTestCluster({ startAt: '2026-01-15T12:00:00Z' })
  const queue = await cluster.startNode({ sync: scriptSync().sync })
  await using schedules = await startSchedules({ ...cluster, queue, config, logger })
  const typeId = await cluster.addType({ name: 'Ledger', everyMinutes: 30, everyMinutesBetween: '07:00-19:00' })
  const ids = [
    await cluster.addTask(typeId, { name: 'ENT1', scheduleDays: ['Mon', 'Thu'] }),
    await cluster.addTask(typeId, { name: 'ENT2', everyMinutes: 7 }),
  ]
  expect(ids).toEqual([1, 2])
  expect(await schedules.list()).toMatchObject([
    {
      task_id: 1,
      comment: 'Ledger: ENT1, every 30 minutes from 07:00 to 19:00',
      command: 'Run Task 1',
      schedule: '18,48 7-18 * * 1,4',
      every_minutes: 30,
      next_run_at: '2026-01-15T12:18:32.000Z',
    },
    {
      comment: 'Ledger: ENT2, every 7 minutes from 07:00 to 19:00',
      schedule: '*',
      next_run_at: '2026-01-15T12:01:39.000Z',
      schedule_days: [],
    },
  ])
})

test('a task starts at its interval on a running server', async () => {
  await using cluster = await startTestCluster({ startAt: '2026-01-15T12:00:00Z' })
  const queue = await cluster.startNode({ sync: scriptSync({ isQuick: true }).sync })
  await using _schedules = await startSchedules({ ...cluster, queue, config, logger })
  const taskId = await cluster.addTask(await cluster.addType(), { everyMinutes: 15 })
  const countMarks = () => cluster.orm.$count(scheduleMarks)
  await eventually({ what: 'the interval to be noticed', read: countMarks, until: (count) => count === 1 })
  await cluster.passTime(15 * 60)
  await cluster.move(taskId, { position: 9 })
  await cluster.untilStatus(taskId, 'Success')
})

import { pino } from 'pino'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { startQueueWorld } from '#tests/support/queue-world.ts'
import { replaceRunAllTimes } from './run-all-times.ts'
import { runDueTimes } from './run-due-times.ts'

const timezone = 'America/New_York'
const logger = pino({ level: 'error' })

async function startScheduleWorld(startAt: string) {
  const world = await startQueueWorld({ startAt })
  const poll = () => runDueTimes({ orm: world.orm, timezone, logger, now: world.now })
  return {
    ...world,
    poll,
    async pollAt(time: string) {
      world.setTime(time)
      return await poll()
    },
  }
}

test('a task is queued at its scheduled times and not between them', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const typeId = await world.addType()
  const taskId = await world.addTask(typeId, { scheduledTimes: ['04:00', '23:00'] })
  const other = await world.addTask(typeId)
  await world.poll()
  await world.pollAt('2026-01-15T08:59:59Z')
  expect(await world.statusOf(taskId)).toBe('Pending')
  expect(await world.pollAt('2026-01-15T09:00:01Z')).toMatchObject({ hasQueued: true })
  expect(await world.runOf(taskId)).toMatchObject({ status: 'Queued', triggeredBy: 'Schedule 04:00' })
  expect(await world.logOf(taskId)).toEqual(['INFO Queued by Schedule 04:00.'])
  expect(await world.statusOf(other)).toBe('Pending')
})

test('two nodes that poll at the same time queue a task once', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: ['04:00'] })
  await world.poll()
  world.setTime('2026-01-15T09:00:01Z')
  const polls = await Promise.all([world.poll(), world.poll()])
  expect(polls.filter((poll) => poll.hasQueued)).toHaveLength(1)
  expect(await world.logOf(taskId)).toHaveLength(1)
})

test('tasks scheduled at the same time run in one wave', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const [one, other] = [
    await world.addTask(await world.addType(), { scheduledTimes: ['04:00'] }),
    await world.addTask(await world.addType(), { scheduledTimes: ['04:00'] }),
  ]
  await world.poll()
  await world.pollAt('2026-01-15T09:00:01Z')
  expect((await world.runOf(one)).waveId).toBe((await world.runOf(other)).waveId)
})

test('a time missed while a task was inactive is not run after the task is activated', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: ['04:00'], isActive: false })
  await world.poll()
  await world.pollAt('2026-01-15T09:00:01Z')
  await world.activate(taskId)
  await world.pollAt('2026-01-15T09:30:00Z')
  expect(await world.statusOf(taskId)).toBe('Pending')
  await world.pollAt('2026-01-16T09:00:01Z')
  expect(await world.statusOf(taskId)).toBe('Queued')
})

test('a time missed while no server was running is run once, and the log says how late', async () => {
  await using world = await startScheduleWorld('2026-01-12T08:00:00Z')
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: ['04:00'] })
  await world.poll()
  await world.pollAt('2026-01-15T11:05:00Z')
  expect(await world.logOf(taskId)).toEqual([
    'INFO Queued by Schedule 04:00, 2 h 5 min late because no server was running.',
  ])
  expect(await world.pollAt('2026-01-15T11:05:01Z')).toMatchObject({ hasQueued: false })
})

test('a time missed six hours ago is not run', async () => {
  await using world = await startScheduleWorld('2026-01-12T08:00:00Z')
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: ['04:00'] })
  await world.poll()
  await world.pollAt('2026-01-15T15:00:00Z')
  expect(await world.statusOf(taskId)).toBe('Pending')
})

test('a scheduled run is skipped while the previous one is in progress, and the log says so', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: ['04:00', '04:10'] })
  await world.poll()
  await world.pollAt('2026-01-15T09:00:01Z')
  await world.pollAt('2026-01-15T09:10:01Z')
  expect((await world.logOf(taskId)).at(-1)).toBe(
    'WARNING Scheduled run at 04:10 skipped: the previous run is still in progress.',
  )
})

test('Run All includes the tasks that are scheduled at the same time themselves', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const typeId = await world.addType()
  const [own, plain] = [await world.addTask(typeId, { scheduledTimes: ['04:00'] }), await world.addTask(typeId)]
  await replaceRunAllTimes(world.orm, ['04:00'])
  await world.poll()
  await world.pollAt('2026-01-15T09:00:01Z')
  for (const taskId of [own, plain])
    expect(await world.logOf(taskId)).toEqual(['INFO Queued by Run All schedule 04:00.'])
})

test('a scheduled Run All is skipped while one is in progress, but tasks scheduled at that time run', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const typeId = await world.addType()
  await world.addTask(typeId)
  await replaceRunAllTimes(world.orm, ['04:00', '05:00'])
  await world.poll()
  await world.pollAt('2026-01-15T09:00:01Z')
  const [late, own] = [await world.addTask(typeId), await world.addTask(typeId, { scheduledTimes: ['05:00'] })]
  await world.pollAt('2026-01-15T10:00:01Z')
  expect(await world.statusOf(late)).toBe('Pending')
  expect(await world.runOf(own)).toMatchObject({ triggeredBy: 'Schedule 05:00' })
})

/** The times at which a poll every ten minutes queues a task. */
async function queuedTimes(day: { from: string; hours: number; time: string }): Promise<string[]> {
  await using world = await startScheduleWorld(day.from)
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: [day.time] })
  await world.poll()
  const times: string[] = []
  for (let minutes = 10; minutes <= day.hours * 60; minutes += 10) {
    const time = new Date(Date.parse(day.from) + minutes * MINUTE_MS).toISOString()
    const { hasQueued } = await world.pollAt(time)
    if (!hasQueued) continue
    times.push(time)
    await world.endRunsOf(taskId)
  }
  return times
}

test('a time that daylight saving skips runs once that day, within the hour after the gap', async () => {
  const times = await queuedTimes({ from: '2026-03-08T05:00:00Z', hours: 24, time: '02:30' })
  expect(times).toEqual(['2026-03-08T07:30:00.000Z'])
})

test('a time that daylight saving repeats runs only the first time', async () => {
  const times = await queuedTimes({ from: '2026-11-01T04:00:00Z', hours: 24, time: '01:30' })
  expect(times).toEqual(['2026-11-01T05:30:00.000Z'])
})

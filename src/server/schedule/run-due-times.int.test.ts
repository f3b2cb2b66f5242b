import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startQueueWorld } from '#tests/support/queue-world.ts'
import { replaceRunAllTimes } from './run-all-times.ts'
import { runDueTimes } from './run-due-times.ts'

const timezone = 'America/New_York'
const logger = pino({ level: 'error' })

async function startScheduleWorld(startAt: string) {
  const world = await startQueueWorld({ startAt })
  const look = () => runDueTimes({ orm: world.orm, timezone, logger, now: world.now })
  return {
    ...world,
    look,
    /** Looks at the times as a node does at that moment. */
    async lookAt(moment: string) {
      world.setTime(moment)
      return await look()
    },
  }
}

test('a task is queued at its times and not between them', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const typeId = await world.addType()
  const taskId = await world.addTask(typeId, { scheduledTimes: ['04:00', '23:00'] })
  const other = await world.addTask(typeId)
  await world.look()
  await world.lookAt('2026-01-15T08:59:59Z')
  expect(await world.statusOf(taskId)).toBe('Pending')
  expect(await world.lookAt('2026-01-15T09:00:01Z')).toMatchObject({ isQueued: true })
  expect(await world.runOf(taskId)).toMatchObject({ status: 'Queued', triggeredBy: 'Schedule 04:00' })
  expect(await world.logOf(taskId)).toEqual(['INFO Queued by Schedule 04:00.'])
  expect(await world.statusOf(other)).toBe('Pending')
})

test('two nodes that look at the same time queue a task once', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: ['04:00'] })
  await world.look()
  world.setTime('2026-01-15T09:00:01Z')
  const looks = await Promise.all([world.look(), world.look()])
  expect(looks.filter((look) => look.isQueued)).toHaveLength(1)
  expect(await world.logOf(taskId)).toHaveLength(1)
})

test('tasks of one time are one wave', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const [one, other] = [
    await world.addTask(await world.addType(), { scheduledTimes: ['04:00'] }),
    await world.addTask(await world.addType(), { scheduledTimes: ['04:00'] }),
  ]
  await world.look()
  await world.lookAt('2026-01-15T09:00:01Z')
  expect((await world.runOf(one)).waveId).toBe((await world.runOf(other)).waveId)
})

test('an inactive task is not run, nor made up for once it is active again', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: ['04:00'], isActive: false })
  await world.look()
  await world.lookAt('2026-01-15T09:00:01Z')
  await world.activate(taskId)
  await world.lookAt('2026-01-15T09:30:00Z')
  expect(await world.statusOf(taskId)).toBe('Pending')
  await world.lookAt('2026-01-16T09:00:01Z')
  expect(await world.statusOf(taskId)).toBe('Queued')
})

test('a time missed while no node was up is run once and its log says how late', async () => {
  await using world = await startScheduleWorld('2026-01-12T08:00:00Z')
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: ['04:00'] })
  await world.look()
  await world.lookAt('2026-01-15T11:05:00Z')
  expect(await world.logOf(taskId)).toEqual([
    'INFO Queued by Schedule 04:00, 2 h 5 min late: no server was up at that time.',
  ])
  expect(await world.lookAt('2026-01-15T11:05:01Z')).toMatchObject({ isQueued: false })
})

test('a time missed six hours ago is not made up for', async () => {
  await using world = await startScheduleWorld('2026-01-12T08:00:00Z')
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: ['04:00'] })
  await world.look()
  await world.lookAt('2026-01-15T15:00:00Z')
  expect(await world.statusOf(taskId)).toBe('Pending')
})

test('a task that is still busy is left alone, and its log says so', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: ['04:00', '04:10'] })
  await world.look()
  await world.lookAt('2026-01-15T09:00:01Z')
  await world.lookAt('2026-01-15T09:10:01Z')
  expect((await world.logOf(taskId)).at(-1)).toBe(
    'WARNING The run scheduled at 04:10 is skipped: an earlier run has not ended.',
  )
})

test('Run All takes every active task, also the ones that have the same time themselves', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const typeId = await world.addType()
  const [own, plain] = [await world.addTask(typeId, { scheduledTimes: ['04:00'] }), await world.addTask(typeId)]
  await replaceRunAllTimes(world.orm, ['04:00'])
  await world.look()
  await world.lookAt('2026-01-15T09:00:01Z')
  for (const taskId of [own, plain])
    expect(await world.logOf(taskId)).toEqual(['INFO Queued by Run All schedule 04:00.'])
})

test('a Run All that finds one still going is skipped, the tasks of that time are not', async () => {
  await using world = await startScheduleWorld('2026-01-15T08:00:00Z')
  const typeId = await world.addType()
  await world.addTask(typeId)
  await replaceRunAllTimes(world.orm, ['04:00', '05:00'])
  await world.look()
  await world.lookAt('2026-01-15T09:00:01Z')
  const [late, own] = [await world.addTask(typeId), await world.addTask(typeId, { scheduledTimes: ['05:00'] })]
  await world.lookAt('2026-01-15T10:00:01Z')
  expect(await world.statusOf(late)).toBe('Pending')
  expect(await world.runOf(own)).toMatchObject({ triggeredBy: 'Schedule 05:00' })
})

/** Queued moments, one a row, of a task over a day that is looked at every ten minutes. */
async function momentsOver(day: { from: string; hours: number; time: string }): Promise<string[]> {
  await using world = await startScheduleWorld(day.from)
  const taskId = await world.addTask(await world.addType(), { scheduledTimes: [day.time] })
  await world.look()
  const moments: string[] = []
  for (let minutes = 10; minutes <= day.hours * 60; minutes += 10) {
    const moment = new Date(Date.parse(day.from) + minutes * 60_000).toISOString()
    const { isQueued } = await world.lookAt(moment)
    if (!isQueued) continue
    moments.push(moment)
    await world.endRunsOf(taskId)
  }
  return moments
}

test('a time that daylight saving skips runs once that day, within the hour after the gap', async () => {
  const moments = await momentsOver({ from: '2026-03-08T05:00:00Z', hours: 24, time: '02:30' })
  expect(moments).toEqual(['2026-03-08T07:30:00.000Z'])
})

test('a time that comes twice runs once, the first time', async () => {
  const moments = await momentsOver({ from: '2026-11-01T04:00:00Z', hours: 24, time: '01:30' })
  expect(moments).toEqual(['2026-11-01T05:30:00.000Z'])
})

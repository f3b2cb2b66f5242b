import { pino } from 'pino'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { listActivity } from '#server/activity/list-activity.ts'
import { setPause } from '#server/runs/pause.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { replaceRunAllSchedule } from './run-all-schedule.ts'
import { runDueTimes } from './run-due-times.ts'
import { listScheduleEvents } from './schedule-events.ts'

const timezone = 'America/New_York'
const logger = pino({ level: 'error' })

async function startScheduleCluster(startAt: string) {
  const cluster = await startTestCluster({ startAt })
  const poll = () => runDueTimes({ orm: cluster.orm, timezone, logger, now: cluster.now })
  return {
    ...cluster,
    poll,
    /** Lists runs missed by the schedule, oldest first: name, reason, time, and tasks, or how many tasks of Run All. */
    async events() {
      const found = await listScheduleEvents(cluster.orm, { limit: 100 })
      return found
        .reverse()
        .map(({ kind, reason, date, time, taskIds, isRunAll, count }) =>
          [kind, reason, date, time, isRunAll ? `all ${count}` : taskIds.join(' ')].join(' '),
        )
    },
    async pollAt(time: string) {
      await cluster.setTime(time)
      return await poll()
    },
  }
}

test('a task is queued at its scheduled times and not between them', async () => {
  await using cluster = await startScheduleCluster('2026-01-15T08:00:00Z')
  const typeId = await cluster.addType()
  const taskId = await cluster.addTask(typeId, { scheduledTimes: ['04:00', '23:00'] })
  const other = await cluster.addTask(typeId)
  await cluster.poll()
  await cluster.pollAt('2026-01-15T08:59:59Z')
  expect(await cluster.readStatus(taskId)).toBe('Pending')
  expect(await cluster.pollAt('2026-01-15T09:00:01Z')).toMatchObject({ hasQueued: true })
  expect(await cluster.readRun(taskId)).toMatchObject({ status: 'Queued', triggeredBy: 'Schedule 04:00' })
  expect(await cluster.readLog(taskId)).toEqual(['INFO Queued by Schedule 04:00.'])
  expect(await cluster.readStatus(other)).toBe('Pending')
})

test('a time within a pause of everything is skipped and listed, and the next one after it runs', async () => {
  await using cluster = await startScheduleCluster('2026-01-15T08:00:00Z')
  const taskId = await cluster.addTask(await cluster.addType(), { scheduledTimes: ['04:00'] })
  await replaceRunAllSchedule(cluster.orm, { times: ['05:00'] })
  await cluster.poll()
  const until = new Date('2026-01-16T10:00:00Z')
  await setPause(cluster.orm, { since: cluster.now(), until, setBy: 'ada@example.com' })
  for (const time of ['2026-01-15T09:00:01Z', '2026-01-15T10:00:01Z', '2026-01-16T09:00:01Z']) {
    expect(await cluster.pollAt(time)).toMatchObject({ hasQueued: false })
  }
  expect(await cluster.events()).toEqual([
    `skipped paused 2026-01-15 04:00 ${taskId}`,
    'skipped paused 2026-01-15 05:00 all 0',
    `skipped paused 2026-01-16 04:00 ${taskId}`,
  ])
  expect(await cluster.pollAt('2026-01-16T10:00:01Z')).toMatchObject({ hasQueued: true })
  expect(await cluster.readRun(taskId)).toMatchObject({ triggeredBy: 'Run All schedule 05:00' })
})

test('two nodes that poll at the same time queue a task once', async () => {
  await using cluster = await startScheduleCluster('2026-01-15T08:00:00Z')
  const taskId = await cluster.addTask(await cluster.addType(), { scheduledTimes: ['04:00'] })
  await cluster.poll()
  await cluster.setTime('2026-01-15T09:00:01Z')
  const polls = await Promise.all([cluster.poll(), cluster.poll()])
  expect(polls.filter((poll) => poll.hasQueued)).toHaveLength(1)
  expect(await cluster.readLog(taskId)).toHaveLength(1)
})

test('tasks scheduled at the same time run in one wave', async () => {
  await using cluster = await startScheduleCluster('2026-01-15T08:00:00Z')
  const [one, other] = [
    await cluster.addTask(await cluster.addType(), { scheduledTimes: ['04:00'] }),
    await cluster.addTask(await cluster.addType(), { scheduledTimes: ['04:00'] }),
  ]
  await cluster.poll()
  await cluster.pollAt('2026-01-15T09:00:01Z')
  expect((await cluster.readRun(one)).waveId).toBe((await cluster.readRun(other)).waveId)
  const recorded = await listActivity(cluster.orm, { filter: { since: new Date(0) }, limit: 10 })
  expect(recorded).toMatchObject([
    { kind: 'run_scheduled', who: 'Schedule 04:00', origin: 'schedule', taskIds: expect.arrayContaining([one, other]) },
  ])
})

test('a time missed while a task was inactive is not run after the task is activated', async () => {
  await using cluster = await startScheduleCluster('2026-01-15T08:00:00Z')
  const taskId = await cluster.addTask(await cluster.addType(), { scheduledTimes: ['04:00'], isActive: false })
  await cluster.poll()
  await cluster.pollAt('2026-01-15T09:00:01Z')
  await cluster.activate(taskId)
  await cluster.pollAt('2026-01-15T09:30:00Z')
  expect(await cluster.readStatus(taskId)).toBe('Pending')
  await cluster.pollAt('2026-01-16T09:00:01Z')
  expect(await cluster.readStatus(taskId)).toBe('Queued')
})

test('a time missed while no server was running is run once, and the log says how late', async () => {
  await using cluster = await startScheduleCluster('2026-01-12T08:00:00Z')
  const taskId = await cluster.addTask(await cluster.addType(), { scheduledTimes: ['04:00'] })
  await cluster.poll()
  await cluster.pollAt('2026-01-15T11:05:00Z')
  expect(await cluster.readLog(taskId)).toEqual([
    'INFO Queued by Schedule 04:00, 2 h 5 min late because no server was running.',
  ])
  expect(await cluster.events()).toEqual([
    `missed no_server 2026-01-12 04:00 ${taskId}`,
    `missed no_server 2026-01-13 04:00 ${taskId}`,
    `missed no_server 2026-01-14 04:00 ${taskId}`,
    `late no_server 2026-01-15 04:00 ${taskId}`,
  ])
  expect(await cluster.pollAt('2026-01-15T11:05:01Z')).toMatchObject({ hasQueued: false })
})

test('a time missed six hours ago is not run', async () => {
  await using cluster = await startScheduleCluster('2026-01-12T08:00:00Z')
  const taskId = await cluster.addTask(await cluster.addType(), { scheduledTimes: ['04:00'] })
  await cluster.poll()
  await cluster.pollAt('2026-01-15T15:00:00Z')
  expect(await cluster.readStatus(taskId)).toBe('Pending')
  expect((await cluster.events()).at(-1)).toBe(`missed no_server 2026-01-15 04:00 ${taskId}`)
})

test('a scheduled run is skipped while the previous one is in progress, and the log says so', async () => {
  await using cluster = await startScheduleCluster('2026-01-15T08:00:00Z')
  const taskId = await cluster.addTask(await cluster.addType(), { scheduledTimes: ['04:00', '04:10'] })
  await cluster.poll()
  await cluster.pollAt('2026-01-15T09:00:01Z')
  await cluster.pollAt('2026-01-15T09:10:01Z')
  expect((await cluster.readLog(taskId)).at(-1)).toBe(
    'WARNING Scheduled run at 04:10 skipped: the previous run is still in progress.',
  )
  expect(await cluster.events()).toEqual([`skipped in_progress 2026-01-15 04:10 ${taskId}`])
})

test('Run All includes the tasks that are scheduled at the same time themselves', async () => {
  await using cluster = await startScheduleCluster('2026-01-15T08:00:00Z')
  const typeId = await cluster.addType()
  const [own, plain] = [await cluster.addTask(typeId, { scheduledTimes: ['04:00'] }), await cluster.addTask(typeId)]
  await replaceRunAllSchedule(cluster.orm, { times: ['04:00'] })
  await cluster.poll()
  await cluster.pollAt('2026-01-15T09:00:01Z')
  for (const taskId of [own, plain])
    expect(await cluster.readLog(taskId)).toEqual(['INFO Queued by Run All schedule 04:00.'])
})

test('a scheduled Run All is skipped while one is in progress, but tasks scheduled at that time run', async () => {
  await using cluster = await startScheduleCluster('2026-01-15T08:00:00Z')
  const typeId = await cluster.addType()
  await cluster.addTask(typeId)
  await replaceRunAllSchedule(cluster.orm, { times: ['04:00', '05:00'] })
  await cluster.poll()
  await cluster.pollAt('2026-01-15T09:00:01Z')
  const [late, own] = [await cluster.addTask(typeId), await cluster.addTask(typeId, { scheduledTimes: ['05:00'] })]
  await cluster.pollAt('2026-01-15T10:00:01Z')
  expect(await cluster.readStatus(late)).toBe('Pending')
  expect(await cluster.readRun(own)).toMatchObject({ triggeredBy: 'Schedule 05:00' })
  expect(await cluster.events()).toEqual(['skipped in_progress 2026-01-15 05:00 all 0'])
})

/** Returns the times at which a poll every ten minutes queues a task. */
async function queuedTimes(day: { from: string; hours: number; time: string }): Promise<string[]> {
  await using cluster = await startScheduleCluster(day.from)
  const taskId = await cluster.addTask(await cluster.addType(), { scheduledTimes: [day.time] })
  await cluster.poll()
  const times: string[] = []
  for (let minutes = 10; minutes <= day.hours * 60; minutes += 10) {
    const time = new Date(Date.parse(day.from) + minutes * MINUTE_MS).toISOString()
    const { hasQueued } = await cluster.pollAt(time)
    if (!hasQueued) continue
    times.push(time)
    await cluster.endRuns(taskId)
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

test('tasks run on the days of their schedules, and what a pause or a holiday leaves out is listed', async () => {
  // A Thursday.
  await using cluster = await startScheduleCluster('2026-01-15T08:00:00Z')
  const typeId = await cluster.addType()
  const add = (days: object) => cluster.addTask(typeId, { scheduledTimes: ['04:00'], ...days })
  const daily = await add({})
  const friday = await add({ scheduleDays: ['Fri'] })
  const paused = await add({ pausedUntil: '2026-01-16' })
  const holiday = await add({ holidays: ['2026-01-15'] })
  await cluster.poll()
  await cluster.pollAt('2026-01-15T09:00:01Z')
  expect(await cluster.readStatus(daily)).toBe('Queued')
  for (const other of [friday, paused, holiday]) expect(await cluster.readStatus(other)).toBe('Pending')
  expect(await cluster.events()).toEqual([
    `skipped paused 2026-01-15 04:00 ${paused}`,
    `skipped holiday 2026-01-15 04:00 ${holiday}`,
  ])
  await cluster.pollAt('2026-01-16T09:00:01Z')
  for (const other of [friday, paused, holiday]) expect(await cluster.readStatus(other)).toBe('Queued')
})

test('Run All has its own days; on others the tasks run at their own times', async () => {
  await using cluster = await startScheduleCluster('2026-01-15T08:00:00Z')
  const typeId = await cluster.addType()
  const [own, plain] = [await cluster.addTask(typeId, { scheduledTimes: ['04:00'] }), await cluster.addTask(typeId)]
  await replaceRunAllSchedule(cluster.orm, { times: ['04:00'], holidays: ['2026-01-15'] })
  await cluster.poll()
  await cluster.pollAt('2026-01-15T09:00:01Z')
  expect(await cluster.readLog(own)).toEqual(['INFO Queued by Schedule 04:00.'])
  expect(await cluster.readStatus(plain)).toBe('Pending')
  expect(await cluster.events()).toEqual(['skipped holiday 2026-01-15 04:00 all 0'])
  await cluster.endRuns(own)
  await cluster.pollAt('2026-01-16T09:00:01Z')
  for (const taskId of [own, plain])
    expect((await cluster.readLog(taskId)).at(-1)).toBe('INFO Queued by Run All schedule 04:00.')
})

test('what was missed counts for the day on which it was due', async () => {
  await using cluster = await startScheduleCluster('2026-01-15T08:00:00Z')
  const taskId = await cluster.addTask(await cluster.addType(), { scheduledTimes: ['23:00'], scheduleDays: ['Thu'] })
  await cluster.poll()
  // Friday already, in UTC and in New York.
  await cluster.pollAt('2026-01-16T05:30:00Z')
  expect(await cluster.readStatus(taskId)).toBe('Queued')
})

test('a time that the clocks skip gives way to the time to which it would move', async () => {
  await using cluster = await startScheduleCluster('2026-03-08T05:00:00Z')
  const taskId = await cluster.addTask(await cluster.addType(), { scheduledTimes: ['02:30', '03:30'] })
  await cluster.poll()
  await cluster.pollAt('2026-03-08T07:30:01Z')
  expect(await cluster.readLog(taskId)).toEqual(['INFO Queued by Schedule 03:30.'])
  expect(await cluster.events()).toEqual([`skipped clock_change 2026-03-08 02:30 ${taskId}`])
})

test('the list of what did not run as planned is kept for 90 days', async () => {
  await using cluster = await startScheduleCluster('2026-01-15T08:00:00Z')
  const taskId = await cluster.addTask(await cluster.addType(), {
    scheduledTimes: ['04:00'],
    holidays: ['2026-01-15', '2026-04-20'],
  })
  await cluster.poll()
  await cluster.pollAt('2026-01-15T09:00:01Z')
  expect(await cluster.events()).toHaveLength(1)
  await cluster.pollAt('2026-04-19T08:00:01Z')
  await cluster.pollAt('2026-04-20T08:00:01Z')
  expect((await cluster.events()).at(-1)).toBe(`skipped holiday 2026-04-20 04:00 ${taskId}`)
  expect((await cluster.events())[0]).not.toContain('2026-01-15')
})

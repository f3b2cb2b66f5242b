import { expect, test } from 'vitest'
import { schedules } from '#contract/schedule.ts'
import { tasks } from '#contract/task-routes.ts'
import { taskTypes } from '#contract/task-type.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('Run All times are stored in order and listed with those of the tasks', async () => {
  await using app = await startTestApp()
  const { member, visitor } = app
  const everyDay = { schedule_days: [], paused_until: null, holidays: [] }
  expect(await member.call(schedules.runAll, {})).toEqual({
    ...everyDay,
    scheduled_times: [],
    timezone: 'America/New_York',
  })
  expect(await member.call(schedules.setRunAll, { body: { scheduled_times: ['18:00', '6:30', '18:00'] } })).toEqual({
    ...everyDay,
    scheduled_times: ['06:30', '18:00'],
    timezone: 'America/New_York',
    message: 'Run All is scheduled at 06:30, 18:00.',
  })
  const type = await member.call(taskTypes.create, { body: { name: 'Masters' } })
  const body = { sync_task_type_id: type.id, name: 'Orders', source_ss_id: 'a', target_ss_id: 'b' }
  await member.call(tasks.create, { body: { ...body, scheduled_times: ['23:00'] } })
  expect((await visitor.call(schedules.list, {})).map(({ schedule }) => schedule)).toEqual([
    '30 6 * * *',
    '0 18 * * *',
    '0 23 * * *',
  ])
  await expect(member.call(schedules.setRunAll, { body: { scheduled_times: ['24:00'] } })).rejects.toMatchObject({
    status: 400,
    reply: { message: 'Please enter a valid time in HH:MM format (24-hour)' },
  })
  expect(await member.call(schedules.setRunAll, { body: { scheduled_times: [] } })).toMatchObject({
    scheduled_times: [],
  })
})

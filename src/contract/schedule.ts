import { z } from 'zod'
import { TimeOfDay, Timestamp } from './field.ts'
import { route } from './route.ts'

export const ScheduledEntry = z.object({
  comment: z.string(),
  command: z.string(),
  /** Five cron fields, in the schedule's zone. */
  schedule: z.string(),
  next_run_at: Timestamp.nullable(),
})
export type ScheduledEntry = z.infer<typeof ScheduledEntry>

export const RunAllSchedule = z.object({
  scheduled_times: z.array(z.string()),
  /** The zone's IANA name. */
  timezone: z.string(),
})
export type RunAllSchedule = z.infer<typeof RunAllSchedule>

export const schedules = {
  list: route({
    method: 'GET',
    path: '/api/scheduled_tasks',
    access: 'schedule',
    summary: 'Everything that runs by the clock',
    reply: z.array(ScheduledEntry),
  }),
  runAll: route({
    method: 'GET',
    path: '/api/sync_tasks/schedule_run_all',
    access: 'member',
    summary: 'The times at which all tasks are run',
    reply: RunAllSchedule,
  }),
  setRunAll: route({
    method: 'POST',
    path: '/api/sync_tasks/schedule_run_all',
    access: 'member',
    summary: 'Sets the times at which all tasks are run',
    body: z.object({
      scheduled_times: z
        .array(TimeOfDay, { error: 'scheduled_times must be a list of times' })
        .max(1440, 'There are only 1440 minutes in a day'),
    }),
    reply: RunAllSchedule.extend({ message: z.string() }),
  }),
}

import { z } from 'zod'
import { TimeOfDay, Timestamp } from './field.ts'
import { reading, timesFrom } from './reading.ts'
import { route } from './route.ts'

export const ScheduledEntry = z.object({
  comment: z.string(),
  command: z.string(),
  /** Five cron fields, in the schedule's time zone. */
  schedule: z.string(),
  next_run_at: Timestamp.nullable(),
})
export type ScheduledEntry = z.infer<typeof ScheduledEntry>

/** Where the specification's 'EST' is. */
export const DEFAULT_TIMEZONE = 'America/New_York'

export const RunAllSchedule = z.object({
  scheduled_times: z.array(z.string()).register(reading, { from: timesFrom }),
  /** An IANA name. */
  timezone: z.string().register(reading, { otherwise: DEFAULT_TIMEZONE }),
})
export type RunAllSchedule = z.infer<typeof RunAllSchedule>

export const schedules = {
  list: route({
    method: 'GET',
    path: '/api/scheduled_tasks',
    access: 'schedule',
    summary: 'List everything that runs on a schedule',
    reply: z.array(ScheduledEntry),
    errors: [],
  }),
  runAll: route({
    method: 'GET',
    path: '/api/sync_tasks/schedule_run_all',
    access: 'member',
    summary: 'Get the Run All schedule',
    reply: RunAllSchedule,
    errors: [],
  }),
  setRunAll: route({
    method: 'POST',
    path: '/api/sync_tasks/schedule_run_all',
    access: 'member',
    summary: 'Set the Run All schedule',
    body: z.object({
      scheduled_times: z
        .array(TimeOfDay, { error: 'scheduled_times must be a list of times' })
        .max(1440, 'Run All can have at most 1440 times'),
    }),
    reply: RunAllSchedule.extend({ message: z.string() }),
    reads: RunAllSchedule.partial().extend({ message: z.string() }),
    errors: [],
    activity: 'run_all_times_changed',
  }),
}

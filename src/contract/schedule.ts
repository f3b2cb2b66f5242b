import { z } from 'zod'
import { Id, IdText, numberText, TimeOfDay, Timestamp } from './field.ts'
import { reading, timesFrom } from './reading.ts'
import { route } from './route.ts'
import { scheduleDaysShape } from './schedule-days.ts'
import { ScheduleEventKind, ScheduleEventReason } from './schedule-event.ts'
import { buildChangeShape, storedFields } from './shape.ts'

export const ScheduledEntry = z.object({
  /** Null for Run All. */
  task_id: Id.nullable(),
  comment: z.string(),
  command: z.string(),
  /** Five cron fields, in the schedule's time zone; `*` if cron cannot express the interval. */
  schedule: z.string(),
  /** The interval described in `comment`; null for a scheduled time. */
  every_minutes: z.int().nullable(),
  every_minutes_between: z.string(),
  next_run_at: Timestamp.nullable(),
  ...storedFields(scheduleDaysShape),
})
export type ScheduledEntry = z.infer<typeof ScheduledEntry>

/** Time zone for 'EST' in the specification. */
export const DEFAULT_TIMEZONE = 'America/New_York'

export const RunAllSchedule = z.object({
  scheduled_times: z.array(z.string()).register(reading, { from: timesFrom }),
  /** An IANA name. */
  timezone: z.string().register(reading, { otherwise: DEFAULT_TIMEZONE }),
  ...storedFields(scheduleDaysShape),
})
export type RunAllSchedule = z.infer<typeof RunAllSchedule>

export const ScheduleEvent = z.object({
  id: Id,
  kind: ScheduleEventKind,
  reason: ScheduleEventReason,
  /** When the start was due. */
  due_at: Timestamp,
  /** HH:MM in the schedule's time zone. */
  time: z.string(),
  /** The interval of the tasks; null for a scheduled time. */
  every_minutes: z.int().nullable(),
  /** Number of interval starts covered, up to `noted_at`. */
  times: z.int().register(reading, { otherwise: 1 }),
  noted_at: Timestamp,
  is_run_all: z.boolean(),
  /** Number of tasks concerned. */
  count: z.int(),
  /** The first existing tasks. */
  tasks: z.array(z.object({ id: Id, name: z.string() })),
  /** The action taken and its reason. */
  message: z.string(),
})
export type ScheduleEvent = z.infer<typeof ScheduleEvent>

const SCHEDULE_EVENTS_PAGE_SIZE = 20

export const schedules = {
  list: route({
    method: 'GET',
    path: '/api/scheduled_tasks',
    access: 'schedule',
    summary: 'List everything that runs on a schedule',
    reply: z.array(ScheduledEntry),
    errors: [],
  }),
  events: route({
    method: 'GET',
    path: '/api/schedule_events',
    access: 'member',
    summary: 'List scheduled times that ran late, were missed or were skipped, newest first',
    query: z.object({
      kind: ScheduleEventKind.optional(),
      /** Selects entries of a task and of Run All. */
      task_id: IdText.optional(),
      /** Entries older than the entry with this ID. */
      before_id: IdText.optional(),
      limit: numberText({ label: 'limit', min: 1, max: 500 }).default(SCHEDULE_EVENTS_PAGE_SIZE),
    }),
    reply: z.object({ events: z.array(ScheduleEvent), has_more: z.boolean() }),
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
    body: buildChangeShape(scheduleDaysShape).extend({
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

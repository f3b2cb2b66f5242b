import { boolean, index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { Weekday } from '#contract/schedule-days.ts'
import type { ScheduleEventKind, ScheduleEventReason } from '#contract/schedule-event.ts'
import { id, jsonb, text, timestamptz } from './columns.ts'

/** Times of Run All, one per row. */
export const runAllTimes = pgTable('run_all_times', {
  /** HH:MM in the schedule's time zone. */
  time: text().primaryKey(),
})

/** Days on which Run All runs at its times, in at most one row. */
export const runAllDays = pgTable('run_all_days', {
  id: integer().primaryKey(),
  scheduleDays: jsonb().$type<Weekday[]>().notNull(),
  pausedUntil: text(),
  holidays: jsonb().$type<string[]>().notNull(),
})

/** The pause of everything, in at most one row. The row stays after the pause, because lateness counts from its end. */
export const pauses = pgTable('pauses', {
  id: integer().primaryKey(),
  since: timestamptz().notNull(),
  until: timestamptz().notNull(),
  setBy: text().notNull(),
})

/** Scheduled times that did not run as planned. Has no foreign keys, because entries outlive the tasks. */
export const scheduleEvents = pgTable(
  'schedule_events',
  {
    id: id(),
    kind: text().$type<ScheduleEventKind>().notNull(),
    reason: text().$type<ScheduleEventReason>().notNull(),
    /** HH:MM in the schedule's time zone. */
    time: text().notNull(),
    /** Day of the scheduled time, YYYY-MM-DD. */
    date: text().notNull(),
    dueAt: timestamptz().notNull(),
    notedAt: timestamptz().notNull(),
    isRunAll: boolean().notNull(),
    /** Number of tasks concerned. */
    count: integer().notNull(),
    /** The tasks concerned; empty for Run All. */
    taskIds: jsonb().$type<number[]>().notNull(),
    /** The interval of the tasks; null for a scheduled time. */
    everyMinutes: integer(),
    /** Number of skipped starts in this entry. Starts skipped because of one run share an entry. */
    times: integer().notNull().default(1),
  },
  (table) => [
    index('schedule_events_due').on(table.dueAt),
    index('schedule_events_tasks').using('gin', table.taskIds.op('jsonb_path_ops')),
  ],
)

/** Time until which each scheduled time has been handled, so every occurrence runs once across all nodes and restarts. */
export const scheduleMarks = pgTable('schedule_marks', {
  /** HH:MM in the schedule's time zone, or `intervals` for all intervals. */
  time: text().primaryKey(),
  doneUntil: timestamptz().notNull(),
})

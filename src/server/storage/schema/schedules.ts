import { boolean, index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { Weekday } from '#contract/schedule-days.ts'
import type { ScheduleEventKind, ScheduleEventReason } from '#contract/schedule-event.ts'
import { id, jsonb, text, timestamptz } from './columns.ts'

/** Times of Run All, a row per time. */
export const runAllTimes = pgTable('run_all_times', {
  /** HH:MM in the schedule's time zone. */
  time: text().primaryKey(),
})

/** Single row, or none: the days on which Run All runs at its times. */
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

/** Scheduled times that did not run as planned. It has no foreign keys, because it outlives the tasks. */
export const scheduleEvents = pgTable(
  'schedule_events',
  {
    id: id(),
    kind: text().$type<ScheduleEventKind>().notNull(),
    reason: text().$type<ScheduleEventReason>().notNull(),
    /** HH:MM in the schedule's time zone. */
    time: text().notNull(),
    /** The day the schedule names, YYYY-MM-DD. */
    date: text().notNull(),
    dueAt: timestamptz().notNull(),
    notedAt: timestamptz().notNull(),
    isRunAll: boolean().notNull(),
    /** How many tasks it concerns. */
    count: integer().notNull(),
    /** The tasks, unless it is Run All. */
    taskIds: jsonb().$type<number[]>().notNull(),
    /** The interval of the tasks; null for a scheduled time. */
    everyMinutes: integer(),
    /** Number of skipped starts in this entry: starts skipped by the same run share an entry. */
    times: integer().notNull().default(1),
  },
  (table) => [
    index('schedule_events_due').on(table.dueAt),
    index('schedule_events_tasks').using('gin', table.taskIds.op('jsonb_path_ops')),
  ],
)

/** How far each scheduled time has been handled, so every occurrence runs once across all nodes and restarts. */
export const scheduleMarks = pgTable('schedule_marks', {
  /** HH:MM in the schedule's time zone, or `intervals` for all of them. */
  time: text().primaryKey(),
  doneUntil: timestamptz().notNull(),
})

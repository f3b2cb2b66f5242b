import { z } from 'zod'

/** The outcome of a scheduled time that did not run as planned: it ran late, was missed, or was skipped. */
export const ScheduleEventKind = z.enum(['late', 'missed', 'skipped'])
export type ScheduleEventKind = z.infer<typeof ScheduleEventKind>

/**
 * `no_server`: no server was running. `in_progress`: the previous run, or the previous Run All, had not ended. `paused` and
 * `holiday`: the schedule excludes the day. `clock_change`: the clocks skipped the time, and another time of the same schedule
 * ran then. `held`: the task waits for a person's decision, and its source has not changed.
 */
export const ScheduleEventReason = z.enum(['no_server', 'in_progress', 'paused', 'holiday', 'clock_change', 'held'])
export type ScheduleEventReason = z.infer<typeof ScheduleEventReason>

import type { ScheduleEventKind, ScheduleEventReason } from '#contract/schedule-event.ts'
import { formatDuration } from '#domain/duration.ts'

interface ScheduleEvent {
  readonly kind: ScheduleEventKind
  readonly reason: ScheduleEventReason
  readonly time: string
  /** Null for a scheduled time. */
  readonly everyMinutes: number | null
  /** Number of interval starts covered by the event. */
  readonly times: number
  readonly isRunAll: boolean
  readonly dueAt: Date
  readonly notedAt: Date
}

/** Describes how a scheduled time that did not run as planned was handled, and why. */
export function describeScheduleEvent(event: ScheduleEvent): string {
  const { kind, reason, time, everyMinutes, times, isRunAll, dueAt, notedAt } = event
  const lateness = formatDuration(notedAt.getTime() - dueAt.getTime())
  if (everyMinutes !== null && reason === 'no_server') {
    if (kind === 'missed')
      return `Not run: no server was running for ${lateness}, until after the hours of the interval.`
    return `Ran once after ${lateness} without a server, however often it was due.`
  }
  if (kind === 'late') return `Ran ${lateness} late: no server was running at ${time}.`
  if (kind === 'missed') return `Not run: no server was running at ${time}, and it was noticed ${lateness} later.`
  const why = {
    no_server: 'no server was running',
    in_progress: isRunAll ? 'the previous Run All was still in progress' : 'the previous run was still in progress',
    paused: 'the schedule was paused',
    holiday: 'a holiday of the schedule',
    clock_change: `the clocks skipped ${time} that day, and another time of the schedule ran at that moment`,
    held: 'it waits for a decision, and its source has not changed',
  }[reason]
  return times > 1 ? `Skipped ${times} times in ${lateness}: ${why}.` : `Skipped: ${why}.`
}

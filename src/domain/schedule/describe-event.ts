import type { ScheduleEventKind, ScheduleEventReason } from '#contract/schedule-event.ts'
import { formatDuration } from '#domain/duration.ts'

interface ScheduleEvent {
  readonly kind: ScheduleEventKind
  readonly reason: ScheduleEventReason
  readonly time: string
  readonly isRunAll: boolean
  readonly dueAt: Date
  readonly notedAt: Date
}

/** Describes how a scheduled time that did not run as planned was handled, and why. */
export function describeScheduleEvent({ kind, reason, time, isRunAll, dueAt, notedAt }: ScheduleEvent): string {
  const lateness = formatDuration(notedAt.getTime() - dueAt.getTime())
  if (kind === 'late') return `Ran ${lateness} late: no server was running at ${time}.`
  if (kind === 'missed') return `Not run: no server was running at ${time}, and it was noticed ${lateness} later.`
  const why = {
    no_server: 'no server was running',
    in_progress: isRunAll ? 'the previous Run All was still in progress' : 'the previous run was still in progress',
    paused: 'the schedule was paused',
    holiday: 'a holiday of the schedule',
    clock_change: `the clocks skipped ${time} that day, and another time of the schedule ran at that moment`,
  }[reason]
  return `Skipped: ${why}.`
}

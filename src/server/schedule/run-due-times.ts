import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { formatDuration } from '#domain/duration.ts'
import { type Occurrence, occurrenceState } from '#domain/schedule/occurrences.ts'
import type { Pause } from '#domain/schedule/pause.ts'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import { type DueTime, dueOccurrences } from '#domain/schedule/schedule-time.ts'
import { openMissed } from '#server/alerts/missed-times.ts'
import { readPause } from '#server/runs/pause.ts'
import { lockSchedule, lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { listTaskTimes, type TaskAtTime, tasksAtTime } from '#server/tasks/scheduled-tasks.ts'
import { readRunAllSchedule } from './run-all-schedule.ts'
import { runOccurrence } from './run-occurrence.ts'
import { type NewScheduleEvent, recordScheduleEvents } from './schedule-events.ts'
import { readMarks, writeMarks } from './schedule-marks.ts'

interface Options {
  orm: Orm
  timezone: string
  logger: Logger
  now: () => Date
}

/**
 * Queues the runs of every scheduled time that has occurred since its mark, and returns all scheduled times. A single
 * transaction writes runs and marks, so each occurrence runs once, despite several nodes, crashes and restarts. A new time
 * counts from now on. Missed, late and skipped times are listed.
 */
export async function runDueTimes({
  orm,
  timezone,
  logger,
  now: clock,
}: Options): Promise<{ times: string[]; hasQueued: boolean }> {
  return await orm.transaction(async (tx) => {
    await lockSchedule(tx)
    const now = clock()
    const runAll = await readRunAllSchedule(tx)
    const times = [...new Set([...runAll.times, ...(await listTaskTimes(tx))])]
    const marks = await readMarks(tx)
    const checked = times.map((time) => {
      const doneUntil = marks.get(time) ?? now
      return { time, isNew: !marks.has(time), ...dueOccurrences({ time, timezone, doneUntil, now }) }
    })
    if (checked.some(({ run, missed }) => run || missed.length > 0)) await lockTaskRows(tx)
    const pause = await readPause(tx)
    const events: NewScheduleEvent[] = []
    let queuedCount = 0
    for (const { time, run, missed } of checked) {
      if (!run && missed.length === 0) continue
      const handled = await handleTime({ tx, time, run, missed, runAll, pause, logger, now })
      queuedCount += handled.queuedCount
      events.push(...handled.events)
    }
    await recordScheduleEvents(tx, events, now)
    const done = checked.filter(({ isNew, run, missed }) => isNew || run || missed.length > 0).map(({ time }) => time)
    await writeMarks(tx, { done, scheduled: times, now })
    return { times, hasQueued: queuedCount > 0 }
  })
}

interface TimeToHandle extends DueTime {
  tx: Orm
  time: string
  runAll: ScheduleRule
  pause: Pause | undefined
  logger: Logger
  now: Date
}

async function handleTime({ run, missed, ...due }: TimeToHandle): Promise<{
  queuedCount: number
  events: NewScheduleEvent[]
}> {
  const { tx, time, runAll, pause, logger, now } = due
  const atTime = { time, tasks: await tasksAtTime(tx, time), runAll }
  const events: NewScheduleEvent[] = []
  let lastMissed: NewScheduleEvent | undefined
  for (const occurrence of missed) {
    logMissed({ occurrence, logger, now })
    lastMissed = await missedEvent(tx, { ...atTime, occurrence })
    if (lastMissed) events.push(lastMissed)
  }
  if (run) {
    const result = await runOccurrence({ ...atTime, tx, occurrence: run, pause, logger, now })
    return { queuedCount: result.queuedCount, events: [...events, ...result.events] }
  }
  if (lastMissed) await alertOfMissed(tx, lastMissed, now)
  return { queuedCount: 0, events }
}

interface MissedOccurrence {
  time: string
  occurrence: Occurrence
  tasks: readonly TaskAtTime[]
  runAll: ScheduleRule
}

/** Describes a missed run of all tasks, or of tasks with their own times. */
async function missedEvent(
  tx: Orm,
  { occurrence, tasks: candidates, runAll }: MissedOccurrence,
): Promise<NewScheduleEvent | undefined> {
  const { time, date, at: dueAt } = occurrence
  const missed = { kind: 'missed', reason: 'no_server', time, date, dueAt } as const
  if (occurrenceState(runAll, occurrence) === 'runs') {
    const count = await tx.$count(tasks, eq(tasks.isActive, true))
    return { ...missed, isRunAll: true, count, taskIds: [] }
  }
  const taskIds = candidates.filter(({ rule }) => occurrenceState(rule, occurrence) === 'runs').map(({ id }) => id)
  return taskIds.length === 0 ? undefined : { ...missed, isRunAll: false, count: taskIds.length, taskIds }
}

/** Alerts people about the last occurrence, because they wait for its run. Earlier occurrences are only listed. */
async function alertOfMissed(tx: Orm, event: NewScheduleEvent, now: Date): Promise<void> {
  const { time, dueAt, isRunAll, taskIds } = event
  const failure = { cause: 'time_skipped', dueTime: time, lateMs: now.getTime() - dueAt.getTime() } as const
  await openMissed(tx, { which: isRunAll ? { everything: true } : { taskIds }, failure, now })
}

function logMissed({ occurrence, logger, now }: { occurrence: Occurrence; logger: Logger; now: Date }): void {
  const ago = formatDuration(now.getTime() - occurrence.at.getTime())
  logger.warn({ scheduledTime: occurrence.time }, `Scheduled time skipped: it was missed ${ago} ago`)
}

import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { ScheduleEventReason } from '#contract/schedule-event.ts'
import { formatDuration } from '#domain/duration.ts'
import { pluralize } from '#domain/pluralize.ts'
import { type Occurrence, type OccurrenceState, occurrenceState } from '#domain/schedule/occurrences.ts'
import { isPausedAt, type Pause } from '#domain/schedule/pause.ts'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import { isLate } from '#domain/schedule/schedule-time.ts'
import { actAs } from '#server/activity/acting.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { openMissed } from '#server/alerts/missed-times.ts'
import { expectDigest } from '#server/alerts/read-wave.ts'
import { LATE_AFTER_MS } from '#server/alerts/watch-tasks.ts'
import { isRunAllInProgress, queueRuns } from '#server/runs/queue-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { appendTaskLogs } from '#server/task-logs/task-logs.ts'
import type { TaskAtTime } from '#server/tasks/scheduled-tasks.ts'
import { inSpan } from '#server/tracing/spans.ts'
import type { NewScheduleEvent } from './schedule-events.ts'

interface DueOccurrence {
  tx: Orm
  occurrence: Occurrence
  /** Active tasks with this time in their schedules, on any day. */
  tasks: readonly TaskAtTime[]
  runAll: ScheduleRule
  pause: Pause | undefined
  logger: Logger
  now: Date
}

interface Result {
  readonly queuedCount: number
  /** Times without a run, or with a late run. */
  readonly events: readonly NewScheduleEvent[]
}

/** Reasons to list a skipped occurrence. A weekday outside the schedule is not listed. */
const LISTED = ['paused', 'holiday', 'clock_change'] as const satisfies readonly (OccurrenceState &
  ScheduleEventReason)[]

/** Queues the runs of a time: all tasks, or tasks with their own times. */
export async function runOccurrence(due: DueOccurrence): Promise<Result> {
  const { tx, occurrence, runAll, logger } = due
  const state = stateIn(due, runAll)
  if (state === 'runs' && !(await isRunAllInProgress(tx))) {
    const queued = await queueWave(due, { which: { everything: true }, name: 'Run All schedule' })
    return {
      queuedCount: queued.length,
      events: lateEvents(due, { isRunAll: true, count: queued.length, taskIds: [] }),
    }
  }
  const own = await runOwnTasks(due)
  if (state === 'runs')
    logger.warn({ scheduledTime: occurrence.time }, 'Scheduled Run All skipped: the previous one is still in progress')
  const reason = state === 'runs' ? 'in_progress' : LISTED.find((listed) => listed === state)
  const skipped = reason ? [skippedEvent(due, { reason, isRunAll: true, count: 0, taskIds: [] })] : []
  return { queuedCount: own.queuedCount, events: [...skipped, ...own.events] }
}

/** Returns the state of an occurrence for a schedule. A pause of everything overrides the schedule. */
function stateIn({ occurrence, pause }: DueOccurrence, rule: ScheduleRule): OccurrenceState {
  const state = occurrenceState(rule, occurrence)
  return state === 'runs' && isPausedAt(pause, occurrence.at) ? 'paused' : state
}

/** Queues tasks with their own times. All runs of a time share a wave, so dependent tasks know their prerequisites. */
async function runOwnTasks(due: DueOccurrence): Promise<Result> {
  const known = due.tasks.map((task) => ({ ...task, state: stateIn(due, task.rule) }))
  const running = known.filter(({ state }) => state === 'runs')
  const busyIds = running.filter(({ isBusy }) => isBusy).map(({ id }) => id)
  const leftOut = LISTED.map((reason) => ({
    reason,
    taskIds: known.filter(({ state }) => state === reason).map(({ id }) => id),
  }))
  await logBusyTasks(due, busyIds)
  const taskIds = await queueWave(due, { which: { taskIds: running.map(({ id }) => id) }, name: 'Schedule' })
  const skipped = [...leftOut, { reason: 'in_progress' as const, taskIds: busyIds }]
    .filter((group) => group.taskIds.length > 0)
    .map((group) => skippedEvent(due, { ...group, isRunAll: false, count: group.taskIds.length }))
  return {
    queuedCount: taskIds.length,
    events: [...skipped, ...lateEvents(due, { isRunAll: false, count: taskIds.length, taskIds })],
  }
}

async function queueWave(
  { tx, occurrence, logger, now }: DueOccurrence,
  { which, name }: { which: { everything: true } | { taskIds: readonly number[] }; name: string },
): Promise<number[]> {
  if ('taskIds' in which && which.taskIds.length === 0) return []
  const triggeredBy = `${name} ${occurrence.time}`
  const lateMs = now.getTime() - occurrence.at.getTime()
  const message = `Queued by ${triggeredBy}${isLate(lateMs) ? `, ${formatDuration(lateMs)} late because no server was running` : ''}.`
  const wave = { which, waveId: randomUUID(), triggeredBy, dueTime: occurrence.time, allowShrink: false, message, now }
  const acting = { kind: 'run_scheduled', who: triggeredBy, origin: 'schedule', at: now } as const
  const queued = await actAs(acting, async () => {
    const taskIds = await inSpan({ name: triggeredBy }, () => queueRuns(tx, wave))
    const subject = 'everything' in which ? { subject: 'Run All' } : {}
    if (taskIds.length > 0) await recordActivity(tx, { ...subject, taskIds })
    return taskIds
  })
  if (lateMs >= LATE_AFTER_MS && queued.length > 0) {
    const failure = { cause: 'started_late', dueTime: occurrence.time, lateMs } as const
    await openMissed(tx, { which: { taskIds: queued }, failure, now })
  }
  if ('everything' in which && queued.length > 0) {
    await expectDigest(tx, { waveId: wave.waveId, name: `Run All of ${occurrence.time}`, startedAt: now })
  }
  logger.info(
    { scheduledTime: occurrence.time, lateMs },
    `${pluralize(queued.length, 'task')} queued by ${triggeredBy}`,
  )
  return queued
}

async function logBusyTasks({ tx, occurrence, now }: DueOccurrence, taskIds: readonly number[]): Promise<void> {
  const message = `Scheduled run at ${occurrence.time} skipped: the previous run is still in progress.`
  await appendTaskLogs(
    tx,
    taskIds.map((taskId) => ({ taskId, runId: null, level: 'WARNING' as const, message, at: now })),
  )
}

type ConcernedTasks = Pick<NewScheduleEvent, 'isRunAll' | 'count' | 'taskIds'>

function lateEvents({ occurrence, now }: DueOccurrence, concerned: ConcernedTasks): NewScheduleEvent[] {
  const { time, date, at: dueAt } = occurrence
  if (concerned.count === 0 || !isLate(now.getTime() - dueAt.getTime())) return []
  return [{ kind: 'late', reason: 'no_server', time, date, dueAt, ...concerned }]
}

function skippedEvent(
  { occurrence: { time, date, at: dueAt } }: DueOccurrence,
  { reason, isRunAll, count, taskIds }: ConcernedTasks & { reason: ScheduleEventReason },
): NewScheduleEvent {
  return { kind: 'skipped', reason, time, date, dueAt, isRunAll, count, taskIds }
}

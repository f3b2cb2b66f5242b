import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { countOf } from '#domain/count-of.ts'
import { type DueOccurrence, dueOccurrence, formatLateness } from '#domain/schedule/schedule-time.ts'
import { actAs } from '#server/activity/acting.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { openMissed } from '#server/alerts/incidents.ts'
import { expectDigest } from '#server/alerts/read-wave.ts'
import { LATE_AFTER_MS } from '#server/alerts/watch-tasks.ts'
import { isRunAllInProgress, queueRuns } from '#server/runs/queue-runs.ts'
import { lockSchedule, lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { busyTasksAt, listTaskTimes } from '#server/tasks/scheduled-tasks.ts'
import { appendTaskLogs } from '#server/tasks/task-logs.ts'
import { inSpan } from '#server/tracing/spans.ts'
import { listRunAllTimes } from './run-all-times.ts'
import { readMarks, writeMarks } from './schedule-marks.ts'

interface Options {
  orm: Orm
  timezone: string
  logger: Logger
  now: () => Date
}

/**
 * Queues the runs of every scheduled time that has occurred since it was last handled, and returns all scheduled times. The
 * runs and the marks are written in one transaction, so each occurrence runs once over all nodes, crashes and restarts. A
 * time that is new counts from now on.
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
    const runAllTimes = new Set(await listRunAllTimes(tx))
    const times = [...new Set([...runAllTimes, ...(await listTaskTimes(tx))])]
    const marks = await readMarks(tx)
    const checked = times.map((time) => {
      const doneUntil = marks.get(time) ?? now
      return { time, isNew: !marks.has(time), due: dueOccurrence({ time, timezone, doneUntil, now }) }
    })
    if (checked.some(({ due }) => due.kind !== 'none')) await lockTaskRows(tx)
    let queuedCount = 0
    for (const { time, due } of checked) {
      if (due.kind === 'none') continue
      const occurrence = { tx, time, due, isRunAll: runAllTimes.has(time), logger, now }
      if (due.kind === 'run') queuedCount += await runTime(occurrence)
      else await skipTooLate(occurrence)
    }
    const done = checked.filter(({ isNew, due }) => isNew || due.kind !== 'none').map(({ time }) => time)
    await writeMarks(tx, { done, scheduled: times, now })
    return { times, hasQueued: queuedCount > 0 }
  })
}

interface Occurrence {
  tx: Orm
  time: string
  due: Exclude<DueOccurrence, { kind: 'none' }>
  isRunAll: boolean
  logger: Logger
  now: Date
}

/** All runs of one time are one wave, so that dependent tasks know their prerequisites. Returns how many were queued. */
async function runTime(occurrence: Occurrence): Promise<number> {
  const { tx, time, isRunAll, logger } = occurrence
  if (isRunAll && !(await isRunAllInProgress(tx))) {
    return await queueWave(occurrence, { which: { everything: true }, name: 'Run All schedule' })
  }
  if (isRunAll) logger.warn({ scheduledTime: time }, 'Scheduled Run All skipped: the previous one is still in progress')
  await logBusyTasks(occurrence)
  return await queueWave(occurrence, { which: { scheduledAt: time }, name: 'Schedule' })
}

async function queueWave(
  { tx, time, due, logger, now }: Occurrence,
  { which, name }: { which: { everything: true } | { scheduledAt: string }; name: string },
): Promise<number> {
  const triggeredBy = `${name} ${time}`
  const lateness = formatLateness(due.lateMs)
  const message = `Queued by ${triggeredBy}${lateness ? `, ${lateness} late because no server was running` : ''}.`
  const wave = { which, waveId: randomUUID(), triggeredBy, allowShrink: false, message, now }
  const acting = { kind: 'run_scheduled', who: triggeredBy, origin: 'schedule', at: now } as const
  const queued = await actAs(acting, async () => {
    const taskIds = await inSpan({ name: triggeredBy }, () => queueRuns(tx, wave))
    if (taskIds.length > 0) await recordActivity(tx, { taskIds })
    return taskIds
  })
  if (due.lateMs >= LATE_AFTER_MS && queued.length > 0) {
    const message = `Due at ${time}, and started ${lateness} later because no server was running.`
    await openMissed(tx, { which: { taskIds: queued }, message, now })
  }
  if ('everything' in which && queued.length > 0) {
    await expectDigest(tx, { waveId: wave.waveId, name: `Run All of ${time}`, startedAt: now })
  }
  logger.info({ scheduledTime: time, lateMs: due.lateMs }, `${countOf(queued.length, 'task')} queued by ${triggeredBy}`)
  return queued.length
}

async function logBusyTasks({ tx, time, now }: Occurrence): Promise<void> {
  const taskIds = await busyTasksAt(tx, time)
  const message = `Scheduled run at ${time} skipped: the previous run is still in progress.`
  await appendTaskLogs(
    tx,
    taskIds.map((taskId) => ({ taskId, runId: null, level: 'WARNING' as const, message, at: now })),
  )
}

async function skipTooLate({ tx, time, due, isRunAll, logger, now }: Occurrence): Promise<void> {
  const lateness = formatLateness(due.lateMs)
  logger.warn({ scheduledTime: time }, `Scheduled time skipped: it was missed ${lateness} ago`)
  const message = `Due at ${time}, and skipped: no server was running until ${lateness} later. Run it now, or wait for its next time.`
  await openMissed(tx, { which: isRunAll ? { everything: true } : { scheduledAt: time }, message, now })
}

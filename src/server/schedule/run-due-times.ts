import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Due, dueAt, latenessInWords } from '#domain/schedule/schedule-time.ts'
import { isRunAllInProgress, queueRuns } from '#server/runs/queue-runs.ts'
import { lockSchedule, lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { appendTaskLogs } from '#server/tasks/task-logs.ts'
import { listRunAllTimes } from './run-all-times.ts'
import { busyTasksAt, readMarks, taskTimes, writeMarks } from './schedule-marks.ts'

interface Options {
  orm: Orm
  timezone: string
  logger: Logger
  now: () => Date
}

/**
 * Queues the runs of every time of day that has come since it was last dealt with. What was queued and how far the time
 * was dealt with are one transaction: each occurrence is run once, over all nodes, crashes and restarts. A time that is
 * new counts from now on. Answers all times, and whether anything was queued.
 */
export async function runDueTimes({
  orm,
  timezone,
  logger,
  now,
}: Options): Promise<{ times: string[]; isQueued: boolean }> {
  return await orm.transaction(async (tx) => {
    await lockSchedule(tx)
    const moment = now()
    const runAllTimes = new Set(await listRunAllTimes(tx))
    const times = [...new Set([...runAllTimes, ...(await taskTimes(tx))])]
    const marks = await readMarks(tx)
    const dues = times.map((time) => {
      const doneUntil = marks.get(time) ?? moment
      return { time, isNew: !marks.has(time), due: dueAt({ time, timezone, doneUntil, now: moment }) }
    })
    if (dues.some(({ due }) => due.kind === 'run')) await lockTaskRows(tx)
    let queuedCount = 0
    for (const { time, due } of dues) {
      if (due.kind === 'nothing') continue
      const occurrence = { tx, time, due, isRunAll: runAllTimes.has(time), logger, now: moment }
      queuedCount += due.kind === 'run' ? await runTime(occurrence) : reportTooLate(occurrence)
    }
    const done = dues.filter(({ isNew, due }) => isNew || due.kind !== 'nothing').map(({ time }) => time)
    await writeMarks(tx, { done, kept: times, now: moment })
    return { times, isQueued: queuedCount > 0 }
  })
}

interface Occurrence {
  tx: Orm
  time: string
  due: Exclude<Due, { kind: 'nothing' }>
  isRunAll: boolean
  logger: Logger
  now: Date
}

/** Everything that one time starts is one wave, so that dependent tasks know their prerequisites. */
async function runTime(occurrence: Occurrence): Promise<number> {
  const { tx, time, isRunAll, logger } = occurrence
  if (isRunAll && !(await isRunAllInProgress(tx))) {
    return await queueWave(occurrence, { which: { everything: true }, name: 'Run All schedule' })
  }
  if (isRunAll) logger.warn({ time }, `Run All of ${time} is skipped: an earlier Run All is still going`)
  await reportBusyTasks(occurrence)
  return await queueWave(occurrence, { which: { scheduledAt: time }, name: 'Schedule' })
}

async function queueWave(
  { tx, time, due, logger, now }: Occurrence,
  { which, name }: { which: { everything: true } | { scheduledAt: string }; name: string },
): Promise<number> {
  const triggeredBy = `${name} ${time}`
  const lateness = latenessInWords(due.lateMs)
  const message = `Queued by ${triggeredBy}${lateness ? `, ${lateness} late: no server was up at that time` : ''}.`
  const queued = await queueRuns(tx, { which, waveId: randomUUID(), triggeredBy, allowShrink: false, message, now })
  logger.info({ time, tasks: queued.length, lateMs: due.lateMs }, `${triggeredBy}: ${queued.length} tasks queued`)
  return queued.length
}

async function reportBusyTasks({ tx, time, now }: Occurrence): Promise<void> {
  const taskIds = await busyTasksAt(tx, time)
  const message = `The run scheduled at ${time} is skipped: an earlier run has not ended.`
  await appendTaskLogs(
    tx,
    taskIds.map((taskId) => ({ taskId, runId: null, level: 'WARNING' as const, message, at: now })),
  )
}

function reportTooLate({ time, due, logger }: Occurrence): number {
  logger.warn({ time }, `What was scheduled at ${time} is not made up for: it is ${latenessInWords(due.lateMs)} late`)
  return 0
}

import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { formatDuration } from '#domain/duration.ts'
import { pluralize } from '#domain/pluralize.ts'
import { SlotFinder } from '#domain/schedule/interval.ts'
import { localTimeFormatter } from '#domain/schedule/local-time.ts'
import { isPausedAt } from '#domain/schedule/pause.ts'
import { isLate, isTooLate } from '#domain/schedule/schedule-time.ts'
import { actAs } from '#server/activity/acting.ts'
import { readPause } from '#server/runs/pause.ts'
import { queueRuns } from '#server/runs/queue-runs.ts'
import { lockSchedule, lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { type IntervalTask, listIntervalTasks, readIntervalBlockers } from '#server/tasks/interval-tasks.ts'
import { inSpan } from '#server/tracing/spans.ts'
import { type DriveEdits, findChangedSources } from './changed-sources.ts'
import { type NewScheduleEvent, recordScheduleEvents, recordSkippedStart } from './schedule-events.ts'
import { readIntervalsMark, writeIntervalsMark } from './schedule-marks.ts'

interface Options {
  orm: Orm
  timezone: string
  logger: Logger
  now: () => Date
  /** Finds out whether the source of a held task was edited. Without it, held tasks wait for a person. */
  google?: DriveEdits | undefined
  signal?: AbortSignal | undefined
}

/** Task started by its interval since the last poll. */
interface DueTask extends IntervalTask {
  /** The first and the last start. */
  readonly first: { readonly at: Date; readonly date: string }
  readonly last: { readonly at: Date; readonly date: string }
  readonly count: number
}

/**
 * Queues tasks with intervals due since the last poll of any node. After an outage, each task gets a single run. Returns the
 * time of the next start.
 */
export async function runDueIntervals({
  orm,
  timezone,
  logger,
  now: clock,
  google,
  signal = new AbortController().signal,
}: Options): Promise<{ nextAt: Date | undefined; hasQueued: boolean }> {
  const finder = new SlotFinder(timezone)
  const changedIds = google ? await findChanged({ orm, google, finder, signal, now: clock() }) : new Set<number>()
  return await orm.transaction(async (tx) => {
    await lockSchedule(tx)
    const now = clock()
    const tasks = await listIntervalTasks(tx)
    const after = (await readIntervalsMark(tx)) ?? now
    const due = dueTasks(tasks, { finder, after, now })
    await writeIntervalsMark(tx, tasks.length > 0 ? now : undefined)
    const next = tasks.flatMap(({ id, rule }) => finder.next(rule, { taskId: id, now })?.getTime() ?? [])
    const nextAt = next.length > 0 ? new Date(next.reduce((one, other) => Math.min(one, other))) : undefined
    if (due.length === 0) return { nextAt, hasQueued: false }
    const queuedCount = await startDue({ tx, due, changedIds, timezone, logger, now })
    return { nextAt, hasQueued: queuedCount > 0 }
  })
}

interface Change {
  orm: Orm
  google: DriveEdits
  finder: SlotFinder
  signal: AbortSignal
  now: Date
}

/** Asks Drive outside the transaction, because the transaction must not wait for Drive. */
async function findChanged({ finder, ...drive }: Change): Promise<ReadonlySet<number>> {
  const { now } = drive
  const after = (await readIntervalsMark(drive.orm)) ?? now
  return await findChangedSources({ ...drive, dueAmong: (tasks) => dueTasks(tasks, { finder, after, now }) })
}

function dueTasks(
  tasks: readonly IntervalTask[],
  { finder, after, now }: { finder: SlotFinder; after: Date; now: Date },
): DueTask[] {
  return tasks.flatMap((task): DueTask[] => {
    const slots = finder.between(task.rule, { taskId: task.id, after, until: now })
    return slots ? [{ ...task, ...slots }] : []
  })
}

interface Due {
  tx: Orm
  due: readonly DueTask[]
  timezone: string
  logger: Logger
  now: Date
}

async function startDue({ due, changedIds, ...poll }: Due & { changedIds: ReadonlySet<number> }): Promise<number> {
  const { tx, now } = poll
  await lockTaskRows(tx)
  const taskIds = due.map(({ id }) => id)
  const pause = await readPause(tx)
  const blockers =
    pause && isPausedAt(pause, now)
      ? new Map(taskIds.map((id) => [id, { reason: 'paused', since: pause.since } as const]))
      : await readIntervalBlockers(tx, { taskIds, changedIds })
  const events: NewScheduleEvent[] = []
  for (const task of due) {
    const blocker = blockers.get(task.id)
    if (!blocker) continue
    const skipped = {
      ...buildEvent([task], poll),
      kind: 'skipped',
      reason: blocker.reason,
      times: task.count,
    } as const
    await recordSkippedStart(tx, { event: skipped, since: blocker.since, now })
  }
  let queuedCount = 0
  const startable = due.filter(({ id }) => !blockers.has(id))
  for (const group of Map.groupBy(startable, ({ rule }) => rule.everyMinutes).values()) {
    for (const [kind, some] of Map.groupBy(group, (task) => findKind(task, now))) {
      if (kind !== 'on_time') events.push({ ...buildEvent(some, poll), kind, reason: 'no_server' })
      if (kind !== 'missed') queuedCount += await queueWave({ ...poll, due: some })
    }
  }
  await recordScheduleEvents(tx, events, now)
  return queuedCount
}

function findKind({ first, last }: DueTask, now: Date): 'missed' | 'late' | 'on_time' {
  if (isTooLate(now.getTime() - last.at.getTime())) return 'missed'
  return isLate(now.getTime() - first.at.getTime()) ? 'late' : 'on_time'
}

async function queueWave({ due, ...poll }: Due): Promise<number> {
  const { tx, logger, now } = poll
  const { everyMinutes, dueAt, time: dueTime } = buildEvent(due, poll)
  const triggeredBy = `Schedule every ${everyMinutes} min`
  const lateMs = now.getTime() - dueAt.getTime()
  const late = isLate(lateMs)
    ? `, once for all starts of the last ${formatDuration(lateMs)}: no server was running`
    : ''
  const wave = {
    which: { taskIds: due.map(({ id }) => id) },
    waveId: randomUUID(),
    triggeredBy,
    dueTime,
    allowShrink: false,
    message: `Queued by ${triggeredBy}${late}.`,
    now,
  }
  // Do not list these runs in Activity, because they would crowd out everything else.
  const acting = { kind: 'run_scheduled', who: triggeredBy, origin: 'schedule', at: now } as const
  const queued = await actAs(acting, () => inSpan({ name: triggeredBy }, () => queueRuns(tx, wave)))
  logger.info({ lateMs }, `${pluralize(queued.length, 'task')} queued by ${triggeredBy}`)
  return queued.length
}

/** Builds the fields common to all kinds of events. The tasks share an interval. */
function buildEvent(due: readonly DueTask[], { timezone }: Pick<Due, 'timezone'>) {
  const [first, ...others] = due
  if (!first) throw new Error('An event concerns a task')
  const earliest = others.reduce((one, { first: other }) => (other.at < one.at ? other : one), first.first)
  return {
    time: timeOfDay(earliest.at, timezone),
    date: earliest.date,
    dueAt: earliest.at,
    isRunAll: false,
    count: due.length,
    taskIds: due.map(({ id }) => id),
    everyMinutes: first.rule.everyMinutes,
    times: Math.max(...due.map(({ count }) => count)),
  }
}

function timeOfDay(at: Date, timezone: string): string {
  return localTimeFormatter(timezone)(at).slice('YYYY-MM-DD '.length, 'YYYY-MM-DD HH:MM'.length)
}

import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { pluralize } from '#domain/pluralize.ts'
import { isPausedAt } from '#domain/schedule/pause.ts'
import { dayState } from '#domain/schedule/schedule-rule.ts'
import type { LocalMoment } from '#domain/watch/local-moment.ts'
import { findStart } from '#domain/watch/start-after-edit.ts'
import { actAs } from '#server/activity/acting.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { readPause } from '#server/runs/pause.ts'
import { queueRuns } from '#server/runs/queue-runs.ts'
import { followsSource, readUpstream } from '#server/runs/read-chains.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs, watchedSources, watchedTasks } from '#server/storage/schema.ts'
import { inSpan } from '#server/tracing/spans.ts'
import { isRow } from './keep-watched.ts'
import { sourceKey, type WatchingTask } from './read-watching.ts'

/** Initiator of the runs, as shown to people. */
const EDIT = 'Edit of the source'

interface EditOptions {
  orm: Orm
  watching: readonly WatchingTask[]
  at: LocalMoment
  logger: Logger
}

/**
 * Starts tasks with edited sources after their pauses. Returns their number. A task with a run in progress waits for its end. A
 * run that began after the edit was seen has copied it.
 */
export async function startEdited({ orm, watching, at, logger }: EditOptions): Promise<number> {
  const rules = new Map(watching.map(({ task, rule }) => [task.id, { task, rule }]))
  const pause = await readPause(orm)
  const isReady = ({ row, source, run }: Pending): boolean => {
    const known = rules.get(row.taskId)
    if (!known || !row.pendingSince || !source.seenAt) return false
    if (isCovered(run, source.seenAt)) return true
    if (run && run.endedAt === null) return false
    if (isPausedAt(pause, at.now)) return false
    const { pausedUntil, holidays } = known.task
    if (dayState({ scheduleDays: [], pausedUntil, holidays }, at.date) !== 'runs') return false
    const { rule } = known
    const editedAt = source.editedAt ?? source.seenAt
    return findStart({ rule, editedAt, pendingSince: row.pendingSince, startedAt: row.startedAt }) <= at.now
  }
  // Check without the lock first, because tasks are rarely ready and the lock blocks other changes of tasks.
  if (!(await readPending(orm)).some(isReady)) return 0
  return await orm.transaction(async (tx) => {
    await lockTaskRows(tx)
    const ready = (await readPending(tx)).filter(isReady)
    const covered = ready.filter(({ run, source }) => source.seenAt && isCovered(run, source.seenAt))
    await markHandled(tx, covered)
    const edited = await withoutUpstream(
      tx,
      ready.filter((pending) => !covered.includes(pending)),
    )
    const acting = { kind: 'run_after_edit', who: EDIT, origin: 'edit', at: at.now } as const
    return await actAs(acting, async () => {
      const started: number[] = []
      // Runs for the same edit are a single wave, so dependent tasks know their prerequisites.
      for (const wave of Map.groupBy(edited, ({ source }) => sourceKey(source.sourceSsId, '')).values()) {
        started.push(...(await startWave(tx, wave, at.now)))
      }
      if (started.length > 0) {
        await recordActivity(tx, { taskIds: started })
        logger.info(`${pluralize(started.length, 'task')} queued after edits of their sources`)
      }
      return started.length
    })
  })
}

interface Pending {
  row: typeof watchedTasks.$inferSelect
  source: typeof watchedSources.$inferSelect
  /** Last copying run. */
  run: Pick<typeof runs.$inferSelect, 'attemptStartedAt' | 'endedAt'> | null
  followsSource: boolean
}

async function readPending(orm: Orm): Promise<Pending[]> {
  const last = orm
    .select({ attemptStartedAt: runs.attemptStartedAt, endedAt: runs.endedAt })
    .from(runs)
    .where(and(eq(runs.taskId, watchedTasks.taskId), isNull(runs.undo)))
    .orderBy(desc(runs.id))
    .limit(1)
    .as('last')
  return await orm
    .select({
      row: watchedTasks,
      source: watchedSources,
      run: { attemptStartedAt: last.attemptStartedAt, endedAt: last.endedAt },
      followsSource,
    })
    .from(watchedTasks)
    .innerJoin(tasks, eq(tasks.id, watchedTasks.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .innerJoin(
      watchedSources,
      and(eq(watchedSources.sourceSsId, watchedTasks.sourceSsId), eq(watchedSources.account, watchedTasks.account)),
    )
    .leftJoinLateral(last, sql`true`)
    .where(isNotNull(watchedTasks.pendingSince))
}

/** Whether the run began to read the source after its last edit was seen. */
function isCovered(run: Pending['run'], seenAt: Date): boolean {
  return run?.attemptStartedAt != null && run.attemptStartedAt >= seenAt
}

/** Leaves out tasks with sources about to be filled by a run in progress. The end of this run queues them in its own wave. */
async function withoutUpstream(tx: Orm, edited: readonly Pending[]): Promise<Pending[]> {
  const following = edited.filter(({ followsSource }) => followsSource).map(({ row }) => row.taskId)
  if (following.length === 0) return [...edited]
  const upstream = await readUpstream(tx, following)
  const inProgress = await tx
    .select({ taskId: runs.taskId })
    .from(runs)
    .where(and(isInList(runs.taskId, [...upstream.values()].flat()), isNull(runs.endedAt), isNull(runs.undo)))
  const busy = new Set(inProgress.map(({ taskId }) => taskId))
  return edited.filter(({ row }) => !upstream.get(row.taskId)?.some((id) => busy.has(id)))
}

async function markHandled(tx: Orm, pending: readonly Pending[]): Promise<void> {
  for (const { row, source } of pending) {
    await tx
      .update(watchedTasks)
      .set({ handledVersion: source.version, pendingSince: null, isEcho: false })
      .where(isRow(row))
  }
}

/** Queues the tasks of an edited source. Tasks that cannot run now stay pending. */
async function startWave(tx: Orm, wave: readonly Pending[], now: Date): Promise<number[]> {
  const waveId = randomUUID()
  const request = {
    which: { taskIds: wave.map(({ row }) => row.taskId) },
    waveId,
    triggeredBy: EDIT,
    allowShrink: false,
    message: 'Queued by an edit of the source.',
    now,
  }
  const queued = await inSpan({ name: EDIT }, () => queueRuns(tx, request))
  const started = wave.filter(({ row }) => queued.includes(row.taskId))
  await markHandled(tx, started)
  const ofEcho = started.filter(({ row }) => row.isEcho).map(({ row }) => row.taskId)
  await tx
    .update(watchedTasks)
    .set({
      startedAt: now,
      startedRunId: runs.id,
      startedForEcho: sql`${isInList(watchedTasks.taskId, ofEcho)}`,
    })
    .from(runs)
    .where(and(eq(runs.taskId, watchedTasks.taskId), sql`${runs.waveId} = ${waveId}::uuid`))
  return queued
}

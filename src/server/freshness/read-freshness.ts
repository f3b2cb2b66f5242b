import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import type { Freshness, FreshnessState } from '#contract/freshness.ts'
import type { TaskStatus } from '#contract/task-progress.ts'
import { situationAt } from '#domain/admission/situation.ts'
import { prerequisitesCount } from '#domain/admission/waiting.ts'
import { type Deadline, deadlineFinder } from '#domain/freshness/deadlines.ts'
import { freshnessCause, freshnessState } from '#domain/freshness/freshness.ts'
import { type FreshPromise, readPromise } from '#domain/freshness/promise.ts'
import { readInterval, SlotFinder } from '#domain/schedule/interval.ts'
import { schedulesGoOnAfter } from '#domain/schedule/pause.ts'
import { nextOccurrenceFinder } from '#domain/schedule/schedule-time.ts'
import { readPause } from '#server/runs/pause.ts'
import { readSnapshot } from '#server/runs/run-snapshot.ts'
import { readRunAllSchedule } from '#server/schedule/run-all-schedule.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { holds, runs } from '#server/storage/schema.ts'

interface Options {
  taskIds?: readonly number[]
  now: Date
  timezone: string
}

/** Freshness of a target, for a task that promises freshness. */
export interface TargetFreshness {
  readonly taskId: number
  readonly promise: FreshPromise
  readonly status: TaskStatus
  readonly verifiedAt: Date | null
  /** Undefined for a task without a started run, or with a schedule without future days. */
  readonly deadline: Deadline | undefined
  readonly state: FreshnessState
  readonly cause: Freshness['cause']
}

/** Reads the freshness of all or some active tasks that promise it. */
export async function readFreshness(orm: Orm, options: Options): Promise<TargetFreshness[]> {
  const promised = await selectPromised(orm, options.taskIds)
  if (promised.length === 0) return []
  const { now, timezone } = options
  const findDeadline = deadlineFinder(timezone)
  const stated = promised.map((row) => {
    const { verifiedAt, firstRunAt, hours, ...days } = row
    const since = verifiedAt ?? (firstRunAt === null ? null : new Date(firstRunAt))
    const deadline = since === null ? undefined : findDeadline({ promise: row.promise, days, hours, since })
    return { row, deadline, state: computeState({ deadline, isCopied: since !== null, now }) }
  })
  const facts = await readFacts(
    orm,
    stated.filter(({ state }) => state !== 'fresh').map(({ row }) => row),
    options,
  )
  return stated.map(({ row, deadline, state }) => {
    const { taskId, promise, status, verifiedAt } = row
    const cause = freshnessCause({ ...row, ...facts(row) }, { state, dueAt: deadline?.dueAt ?? FOREVER })
    return { taskId, promise, status, verifiedAt, deadline, state, cause }
  })
}

/** Due time used for a task without a deadline, so any planned run is in time. */
const FOREVER = new Date(8.64e15)

function computeState({ deadline, isCopied, now }: { deadline: Deadline | undefined; isCopied: boolean; now: Date }) {
  if (deadline) return freshnessState(deadline, now)
  return isCopied ? 'fresh' : 'due'
}

type PromisedTask = Awaited<ReturnType<typeof selectPromised>>[number]

async function selectPromised(orm: Orm, taskIds: readonly number[] | undefined) {
  const hold = orm
    .select({ id: holds.id })
    .from(holds)
    .where(and(eq(holds.taskId, tasks.id), isNull(holds.closedAt)))
  const isPromised = sql`num_nonnulls(${tasks.freshBy}, ${tasks.freshWithinMinutes}, ${taskTypes.freshBy}, ${taskTypes.freshWithinMinutes}) > 0`
  const rows = await orm
    .select({
      taskId: tasks.id,
      typeId: tasks.taskTypeId,
      task: {
        freshBy: tasks.freshBy,
        freshWithinMinutes: tasks.freshWithinMinutes,
        everyMinutes: tasks.everyMinutes,
        everyMinutesBetween: tasks.everyMinutesBetween,
      },
      type: {
        freshBy: taskTypes.freshBy,
        freshWithinMinutes: taskTypes.freshWithinMinutes,
        everyMinutes: taskTypes.everyMinutes,
        everyMinutesBetween: taskTypes.everyMinutesBetween,
      },
      times: tasks.scheduledTimes,
      scheduleDays: tasks.scheduleDays,
      pausedUntil: tasks.pausedUntil,
      holidays: tasks.holidays,
      hours: intervalHours,
      verifiedAt: tasks.verifiedAt,
      firstRunAt,
      status: sql<TaskStatus>`coalesce(${runs.status}, 'Pending')`,
      startedAt: runs.startedAt,
      waitingUntil: runs.waitingUntil,
      isHeld: sql<boolean>`${exists(hold)}`,
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoin(runs, eq(runs.id, tasks.currentRunId))
    .where(and(tasks.isActive, isPromised, taskIds && isInList(tasks.id, taskIds)))
  return rows.flatMap(({ task, type, ...row }) => {
    const promise = readPromise(task, type)
    return promise ? [{ ...row, promise, interval: readInterval({ ...task, ...row }, type) }] : []
  })
}

/** Hours of a task's interval. Empty for a task without an interval, or with an all-day interval. */
const intervalHours = sql<string>`case when coalesce(${tasks.everyMinutes}, ${taskTypes.everyMinutes}, 0) = 0 then ''
  else coalesce(nullif(${tasks.everyMinutesBetween}, ''), ${taskTypes.everyMinutesBetween}) end`

/** Time since which a never verified target should have been verified. */
const firstRunAt = sql<string | null>`case when ${tasks.verifiedAt} is null then (
  select min(run.queued_at) from ${runs} run where run.task_id = ${tasks.id}) end`

/** Reads further facts that explain why a target is not fresh. */
async function readFacts(orm: Orm, rows: readonly PromisedTask[], { now, timezone }: Options) {
  const queued = rows.filter(({ status }) => status === 'Queued').map(({ taskId }) => taskId)
  const situation = queued.length > 0 ? situationAt(await readSnapshot(orm, { taskIds: queued }), now) : undefined
  const after = schedulesGoOnAfter(await readPause(orm), now)
  const nextOf = nextOccurrenceFinder({ timezone, now: after })
  const nextRunAll = rows.length > 0 ? nextOf(await readRunAllSchedule(orm)) : undefined
  const finder = new SlotFinder(timezone)
  const findRun = (taskId: number) => situation?.runs.find((run) => run.taskId === taskId)
  const nextStart = ({ taskId, interval, ...rule }: PromisedTask) =>
    earliest(nextOf(rule), interval && finder.next(interval, { taskId, now: after }))
  return (row: PromisedTask) => ({
    isWaitingForQuota: row.waitingUntil !== null && row.waitingUntil > now,
    hasUnfinishedPrerequisites:
      situation !== undefined &&
      row.status === 'Queued' &&
      prerequisitesCount({ typeId: row.typeId, run: findRun(row.taskId) }, situation) > 0,
    nextRunAt: earliest(nextRunAll, nextStart(row)),
  })
}

export function countFreshness(targets: readonly TargetFreshness[]): Record<FreshnessState, number> {
  const counts = { fresh: 0, due: 0, late: 0 }
  for (const { state } of targets) counts[state] += 1
  return counts
}

export function presentFreshness({ state, verifiedAt, deadline, cause }: TargetFreshness): Freshness {
  return {
    state,
    seen_equal_at: verifiedAt?.toISOString() ?? null,
    due_at: deadline?.dueAt.toISOString() ?? null,
    cause,
  }
}

function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && (!other || one <= other) ? one : other
}

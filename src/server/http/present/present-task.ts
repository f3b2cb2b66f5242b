import type { RecentRun, Task } from '#contract/task.ts'
import { isInProgress } from '#domain/runs/run-status.ts'
import { nextOccurrenceFinder } from '#domain/schedule/schedule-time.ts'
import { positionActions } from '#domain/tasks/position.ts'
import type { Context } from '#server/context.ts'
import type { CurrentRun } from '#server/runs/current-runs.ts'
import { recentRuns } from '#server/runs/run-history.ts'
import { readRunAllSchedule } from '#server/schedule/run-all-schedule.ts'
import type { Orm } from '#server/storage/database.ts'
import { countTasks, getTask, type TaskCounts, type TaskRow } from '#server/tasks/read-tasks.ts'
import { presentTaskLog, taskLogsOf } from '#server/tasks/task-logs.ts'
import { elapsedSeconds } from './elapsed-seconds.ts'
import { cardOf, type TaskCard } from './task-card.ts'

const LOG_LINES_PER_TASK = 50

/** `orm` is a snapshot transaction: a task must not be ended in one query and running in the next. */
export type PresenterContext = Pick<Context, 'config' | 'now' | 'formatTime'> & {
  orm: Orm
  queue: Pick<Context['queue'], 'progress'>
}
type Progress = Awaited<ReturnType<Context['queue']['progress']>>

/**
 * Turns a page of cards into API objects; related data is read once for the whole page. `ofType` counts the tasks of their
 * types, where that is known.
 */
export async function presentTasks(
  context: PresenterContext,
  cards: readonly TaskCard[],
  ofType?: TaskCounts['ofType'],
): Promise<Task[]> {
  const related = await readRelatedData(context, cards, ofType)
  return cards.map((card) => presentTask(context, { card, ...related }))
}

/**
 * A task with the last lines of its log.
 *
 * @throws Refusal 'not_found'
 */
export async function presentTaskWithLog(context: PresenterContext, taskId: number): Promise<Task> {
  const { orm } = context
  const row = await getTask(orm, taskId)
  const recent = (await recentRuns(orm, [taskId])).get(taskId) ?? []
  const lines = await taskLogsOf(orm, { taskId, last: LOG_LINES_PER_TASK })
  const card = cardOf(row, { ...context, recent, latestLog: lines.at(-1), now: context.now() })
  const related = await readRelatedData(context, [card])
  const logs = lines.map((line) => presentTaskLog(line, context.formatTime))
  return { ...presentTask(context, { card, ...related }), logs }
}

interface RelatedData {
  progress: Progress
  ofType: TaskCounts['ofType']
  /** When the schedule runs the task next. */
  nextRunOf: (task: TaskRow['task']) => Date | undefined
}

async function readRelatedData(
  context: PresenterContext,
  cards: readonly TaskCard[],
  ofType?: TaskCounts['ofType'],
): Promise<RelatedData> {
  const { orm } = context
  const rows = cards.map(({ row }) => row)
  const { timezone } = context.config.schedule
  const runAll = await readRunAllSchedule(orm)
  const nextOf = nextOccurrenceFinder({ timezone, now: context.now() })
  return {
    progress: await context.queue.progress(
      rows.map(({ task }) => task.id),
      orm,
      rows.map(currentRunOf),
    ),
    ofType: ofType ?? (await countTasks(orm, [...new Set(rows.map(({ type }) => type.id))])).ofType,
    nextRunOf: ({ isActive, scheduledTimes: times, ...days }) =>
      isActive ? earliest(nextOf(runAll), nextOf({ times, ...days })) : undefined,
  }
}

function currentRunOf({ task, run }: TaskRow): CurrentRun {
  const { status = null, rowsDone = null, rowsTotal = null, phaseStartedAt = null } = run ?? {}
  return {
    taskId: task.id,
    typeId: task.taskTypeId,
    isActive: task.isActive,
    status,
    rowsDone,
    rowsTotal,
    phaseStartedAt,
  }
}

function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && (!other || one <= other) ? one : other
}

interface TaskData extends RelatedData {
  card: TaskCard
}

function presentTask({ now }: PresenterContext, data: TaskData): Task {
  const { card, progress, ofType, nextRunOf } = data
  const { task, type, run } = card.row
  return {
    ...requireProgress(progress, task.id),
    ...card.shown,
    recent_runs: card.shown.recent_runs.map((each) => untilNow(each, now())),
    total_elapsed_seconds: run ? elapsedSeconds(run, now()) : null,
    next_run_at: nextRunOf(task)?.toISOString() ?? null,
    position_actions: positionActions({ position: task.position, total: ofType.get(type.id) ?? 0 }),
  }
}

function untilNow(run: RecentRun, now: Date): RecentRun {
  if (!isInProgress(run.status) || run.started_at === null) return run
  return { ...run, seconds: elapsedSeconds({ startedAt: new Date(run.started_at), endedAt: null }, now) }
}

function requireProgress(progress: Progress, taskId: number) {
  const found = progress.get(taskId)
  if (!found) throw new Error(`Progress of task ${taskId} is missing`)
  return found
}

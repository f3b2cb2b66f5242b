import type { RecentRun, Task } from '#contract/task.ts'
import { nextOccurrenceFinder } from '#domain/schedule/schedule-time.ts'
import { ownerOf } from '#domain/tasks/lent-access.ts'
import { positionActions } from '#domain/tasks/position.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import type { Context } from '#server/context.ts'
import { type RecentRunRow, recentRuns } from '#server/runs/run-history.ts'
import { readRunAllSchedule } from '#server/schedule/run-all-schedule.ts'
import type { Orm } from '#server/storage/database.ts'
import { getTask, type TaskRow } from '#server/tasks/read-tasks.ts'
import { latestLogs, presentTaskLog, type TaskLogRow, taskLogsOf } from '#server/tasks/task-logs.ts'
import { elapsedSeconds } from './elapsed-seconds.ts'

const LOG_LINES_PER_TASK = 50

/** `orm` is a snapshot transaction: a task must not be ended in one query and running in the next. */
export type PresenterContext = Pick<Context, 'config' | 'now' | 'formatTime'> & {
  orm: Orm
  queue: Pick<Context['queue'], 'progress'>
}
type Progress = Awaited<ReturnType<Context['queue']['progress']>>

/** Turns a page of rows into API objects; related data is read once for the whole page. */
export async function presentTasks(context: PresenterContext, rows: readonly TaskRow[]): Promise<Task[]> {
  const taskIds = rows.map(({ task }) => task.id)
  const related = await readRelatedData(context, taskIds)
  const logs = await latestLogs(context.orm, taskIds)
  return rows.map((row) => presentTask(context, { row, latestLog: logs.get(row.task.id), ...related }))
}

/**
 * A task with the last lines of its log.
 *
 * @throws Refusal 'not_found'
 */
export async function presentTaskWithLog(context: PresenterContext, taskId: number): Promise<Task> {
  const { orm } = context
  const row = await getTask(orm, taskId)
  const related = await readRelatedData(context, [taskId])
  const lines = await taskLogsOf(orm, { taskId, last: LOG_LINES_PER_TASK })
  const logs = lines.map((line) => presentTaskLog(line, context.formatTime))
  return { ...presentTask(context, { row, latestLog: lines.at(-1), ...related }), logs }
}

interface RelatedData {
  progress: Progress
  recent: ReadonlyMap<number, readonly RecentRunRow[]>
  /** When the schedule runs the task next. */
  nextRunOf: (task: TaskRow['task']) => Date | undefined
}

async function readRelatedData(context: PresenterContext, taskIds: readonly number[]): Promise<RelatedData> {
  const { orm } = context
  const { timezone } = context.config.schedule
  const runAll = await readRunAllSchedule(orm)
  const nextOf = nextOccurrenceFinder({ timezone, now: context.now() })
  return {
    progress: await context.queue.progress(taskIds, orm),
    recent: await recentRuns(orm, taskIds),
    nextRunOf: ({ isActive, scheduledTimes: times, ...days }) =>
      isActive ? earliest(nextOf(runAll), nextOf({ times, ...days })) : undefined,
  }
}

function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && (!other || one <= other) ? one : other
}

interface TaskData extends RelatedData {
  row: TaskRow
  latestLog: TaskLogRow | undefined
}

function presentTask({ now, formatTime }: PresenterContext, data: TaskData): Task {
  const { row, progress, recent, nextRunOf, latestLog } = data
  const { task, type } = row
  return {
    ...requireProgress(progress, task.id),
    ...lastRunOf({ run: row.run, now: now() }),
    id: task.id,
    ...taskSettings.toFields(task),
    task_type: type,
    source_ss_name: task.sourceSsName,
    target_ss_name: task.targetSsName,
    sort_order: task.position,
    owner: ownerOf(task),
    access_problem: task.accessProblem,
    last_successful_run: task.lastSuccessAt?.toISOString() ?? null,
    next_run_at: nextRunOf(task)?.toISOString() ?? null,
    recent_runs: (recent.get(task.id) ?? []).map((run) => presentRecentRun(run, now())),
    latest_log: latestLog ? presentTaskLog(latestLog, formatTime) : null,
    position_actions: positionActions({ position: task.position, total: row.tasksOfType }),
  }
}

function presentRecentRun(run: RecentRunRow, now: Date): RecentRun {
  const { id, status, startedAt } = run
  return { id, status, started_at: startedAt?.toISOString() ?? null, seconds: elapsedSeconds(run, now) }
}

function requireProgress(progress: Progress, taskId: number) {
  const found = progress.get(taskId)
  if (!found) throw new Error(`Progress of task ${taskId} is missing`)
  return found
}

function lastRunOf({ run, now }: { run: TaskRow['run']; now: Date }) {
  return {
    total_elapsed_seconds: run ? elapsedSeconds(run, now) : null,
    retry_count: Math.max(0, (run?.attempt ?? 0) - 1),
    last_error_count: run?.errorCount ?? 0,
    last_triggered: run ? { time: run.queuedAt.toISOString(), triggered_by: run.triggeredBy } : null,
    was_skipped: run?.isSkipped ?? false,
    can_copy_anyway: run?.isHeld ?? false,
    cure: run?.status === 'Failed' || run?.status === 'Error' ? run.cure : null,
  }
}

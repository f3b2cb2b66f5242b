import type { Freshness } from '#contract/freshness.ts'
import type { RecentRun, Task } from '#contract/task.ts'
import type { TaskLog } from '#contract/task-log.ts'
import { describeFailure, explain, type Failure } from '#domain/failures/failure.ts'
import { outcomeFields } from '#domain/runs/run-outcomes.ts'
import { type IntervalFields, readInterval, SlotFinder } from '#domain/schedule/interval.ts'
import { isPausedAt, schedulesGoOnAfter } from '#domain/schedule/pause.ts'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import { lastOccurrenceFinder, nextOccurrenceFinder } from '#domain/schedule/schedule-time.ts'
import { computeVersion } from '#domain/tasks/field-version.ts'
import { type FoundTarget, type LastTabs, NO_TABS, type TabId } from '#domain/tasks/last-tabs.ts'
import { resolveOwner } from '#domain/tasks/lent-access.ts'
import type { PlacedTask } from '#domain/tasks/overlaps.ts'
import { positionActions } from '#domain/tasks/position.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import { onEditRule } from '#domain/watch/on-edit-rule.ts'
import { presentFreshness, readFreshness } from '#server/freshness/read-freshness.ts'
import type { Context } from '#server/http/context.ts'
import { readFoundTargets } from '#server/last-copy/written-tabs.ts'
import { readLastDelivery } from '#server/runs/deliveries.ts'
import { readPause } from '#server/runs/pause.ts'
import { type RecentRunRow, recentRuns } from '#server/runs/run-history.ts'
import { countStoppedBy } from '#server/runs/stopped-runs.ts'
import { readRunAllSchedule } from '#server/schedule/run-all-schedule.ts'
import type { Orm } from '#server/storage/database.ts'
import { latestLogs, presentTaskLog, readTaskLogs } from '#server/task-logs/task-logs.ts'
import { countTasks, getTasks, noSuchTask, type TaskCounts, type TaskRow } from '#server/tasks/read-tasks.ts'
import { readTabGraph } from '#server/tasks/tab-graph.ts'
import { elapsedSeconds } from './elapsed-seconds.ts'
import { presentHold } from './present-hold.ts'

const LOG_LINES_PER_TASK = 50
const MAX_OVERLAPS = 5

/** `orm` is a snapshot transaction, so a task cannot be ended in a query and running in the next. */
export type PresenterContext = Pick<Context, 'config' | 'now' | 'formatTime'> & {
  orm: Orm
  queue: Pick<Context['queue'], 'progress'>
}

/**
 * Presents existing tasks in the order of the IDs. Related data is read once for all tasks. `ofType` has the number of tasks of
 * each type, if already known.
 */
export async function presentTasks(
  context: PresenterContext,
  taskIds: readonly number[],
  ofType?: TaskCounts['ofType'],
): Promise<Task[]> {
  const rows = new Map((await getTasks(context.orm, taskIds)).map((row) => [row.task.id, row]))
  const related = await readRelatedData(context, [...rows.values()], ofType)
  return taskIds.flatMap((id) => {
    const row = rows.get(id)
    return row ? [presentTask(row, related)] : []
  })
}

/** Adds the tabs of the last hand-outs to tasks. */
export async function withFoundTargets(orm: Orm, tasks: readonly Task[]): Promise<Task[]> {
  const handingOut = tasks.filter((task) => task.split_by !== '')
  const found = await readFoundTargets(
    orm,
    handingOut.map(({ id }) => id),
  )
  return tasks.map((task) => ({ ...task, found_targets: found.get(task.id)?.map(presentFoundTarget) ?? [] }))
}

/**
 * Presents a task with the last lines of its log and its conflicting tasks.
 *
 * @throws Refusal 'not_found'
 */
export async function presentTaskWithLog(context: PresenterContext, taskId: number): Promise<Task> {
  const [task] = await presentTasks(context, [taskId])
  if (!task) throw noSuchTask()
  const lines = await readTaskLogs(context.orm, { taskId, last: LOG_LINES_PER_TASK })
  const graph = await readTabGraph(context.orm, { taskIds: [taskId], files: [] })
  const placed = graph.get(taskId)
  return {
    ...task,
    delivery: task.split_by === '' ? null : await readLastDelivery(context.orm, taskId),
    version: computeVersion(taskSettings.fieldsIn(task)),
    logs: lines.map((line) => presentTaskLog(line, context.formatTime)),
    last_tabs: presentTabs(placed?.lastTabs ?? NO_TABS),
    found_targets: placed?.foundTargets?.map(presentFoundTarget) ?? [],
    conflicts: {
      overlaps: placed ? graph.overlaps(placed).slice(0, MAX_OVERLAPS).map(presentConflicting) : [],
      loop: placed ? graph.loop(placed).map(presentConflicting) : [],
    },
  }
}

function presentFoundTarget({ value, targetSsId, sheetId, title }: FoundTarget) {
  return { value, target_ss_id: targetSsId, target_sheet_name: title, sheet_id: sheetId }
}

function presentTabs({ source, target }: LastTabs): NonNullable<Task['last_tabs']> {
  const present = (tab: TabId | null) => tab && { id: tab.sheetId, title: tab.title }
  return { source: present(source), target: present(target) }
}

function presentConflicting({ id, name, typeName }: PlacedTask) {
  return { id, name, task_type_name: typeName }
}

interface RelatedData {
  now: Date
  progress: Awaited<ReturnType<Context['queue']['progress']>>
  ofType: TaskCounts['ofType']
  recent: ReadonlyMap<number, readonly RecentRunRow[]>
  findLatestLog: (taskId: number) => TaskLog | null
  /** Number of tasks that did not run because of each task. */
  stoppedCounts: ReadonlyMap<number, number>
  /** Freshness of the tasks that promise it. */
  freshness: ReadonlyMap<number, Freshness>
  /** Finds when the schedule runs the task next. */
  findNextRun: (row: TaskRow) => Date | undefined
  /** Finds when the schedule last ran the task, or would have run it. */
  findLastDue: (row: TaskRow) => Date | undefined
}

async function readRelatedData(
  { orm, now, queue, config, formatTime }: PresenterContext,
  rows: readonly TaskRow[],
  ofType?: TaskCounts['ofType'],
): Promise<RelatedData> {
  const taskIds = rows.map(({ task }) => task.id)
  const runAll = await readRunAllSchedule(orm)
  const moment = { timezone: config.schedule.timezone, now: now() }
  const pause = await readPause(orm)
  const after = schedulesGoOnAfter(pause, moment.now)
  const nextOf = nextOccurrenceFinder({ ...moment, now: after })
  const lastUpTo = lastDueFinder({ runAll, timezone: moment.timezone })
  const [lastUpToNow, lastBeforePause] = [lastUpTo(moment.now), lastUpTo(pause?.since ?? moment.now)]
  const finder = new SlotFinder(moment.timezone)
  const logs = await latestLogs(orm, taskIds)
  const promised = await readFreshness(orm, { taskIds, ...moment })
  return {
    now: now(),
    progress: await queue.progress(taskIds, orm),
    ofType: ofType ?? (await countTasks(orm, [...new Set(rows.map(({ type }) => type.id))])).ofType,
    recent: await recentRuns(orm, taskIds),
    findLatestLog(taskId) {
      const line = logs.get(taskId)
      return line ? presentTaskLog(line, formatTime) : null
    },
    stoppedCounts: await countStoppedBy(orm, rows.flatMap(idIfFailed)),
    freshness: new Map(promised.map((target) => [target.taskId, presentFreshness(target)])),
    findNextRun({ task, type }) {
      if (!task.isActive) return undefined
      const rule = readInterval(task, intervalOfType(type))
      const next = earliest(nextOf(runAll), nextOf({ ...task, times: task.scheduledTimes }))
      return earliest(next, rule && finder.next(rule, { taskId: task.id, now: after }))
    },
    findLastDue(row) {
      if (!row.task.isActive) return undefined
      const last = lastUpToNow(row)
      return last && isPausedAt(pause, last) ? lastBeforePause(row) : last
    },
  }
}

/** Finds the last scheduled time of a task up to a given time. */
function lastDueFinder({ runAll, timezone }: { runAll: ScheduleRule; timezone: string }) {
  const finder = new SlotFinder(timezone)
  return (now: Date) => {
    const lastOf = lastOccurrenceFinder({ timezone, now })
    return ({ task, type }: TaskRow): Date | undefined => {
      const rule = readInterval(task, intervalOfType(type))
      const last = latest(lastOf(runAll), lastOf({ ...task, times: task.scheduledTimes }))
      return latest(last, rule && finder.last(rule, { taskId: task.id, now }))
    }
  }
}

function intervalOfType({ every_minutes, every_minutes_between }: TaskRow['type']): IntervalFields {
  return { everyMinutes: every_minutes, everyMinutesBetween: every_minutes_between }
}

/** Only a task whose last run failed can be blocking others. */
function idIfFailed({ task, run }: TaskRow): number[] {
  return run?.status === 'Error' || run?.status === 'Stopped' ? [task.id] : []
}

function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && (!other || one <= other) ? one : other
}

function latest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && (!other || one >= other) ? one : other
}

function presentTask(row: TaskRow, related: RelatedData): Task {
  const { task, type, run, hold, typeOnEdit } = row
  const isFailed = run?.status === 'Failed' || run?.status === 'Error'
  const { now, progress, ofType, recent, findLatestLog, findNextRun, findLastDue, stoppedCounts, freshness } = related
  return {
    ...requireProgress(progress, task.id),
    id: task.id,
    ...taskSettings.toFields(task),
    task_type: type,
    source_ss_name: task.sourceSsName,
    target_ss_name: task.targetSsName,
    sort_order: task.position,
    target_values: row.targetValues,
    owner: resolveOwner(task),
    access_problem: task.accessFailure && describeFailure(task.accessFailure),
    ...presentOnEdit(task, typeOnEdit),
    last_successful_run: task.lastSuccessAt?.toISOString() ?? null,
    recent_runs: (recent.get(task.id) ?? []).map((each) => presentRecentRun(each, now)),
    latest_log: findLatestLog(task.id),
    retry_count: Math.max(0, (run?.attempt ?? 0) - 1),
    last_error_count: run?.errorCount ?? 0,
    cells_changed: run?.cellsChanged ?? null,
    last_triggered: run ? { time: run.queuedAt.toISOString(), triggered_by: run.triggeredBy } : null,
    ...outcomeFields('task', run),
    ...(hold?.rules[0]?.cause === 'owner_left' && { can_copy_anyway: false }),
    hold: hold && presentHold(hold),
    not_run_because: findStoppingTask(run?.failure),
    stopped_count: stoppedCounts.get(task.id) ?? 0,
    freshness: freshness.get(task.id) ?? null,
    fix_action: (isFailed && run.failure && explain(run.failure).action) || null,
    total_elapsed_seconds: run ? elapsedSeconds(run, now) : null,
    next_run_at: findNextRun(row)?.toISOString() ?? null,
    last_due_at: findLastDue(row)?.toISOString() ?? null,
    position_actions: positionActions({ position: task.position, total: ofType.get(type.id) ?? 0 }),
  }
}

function presentOnEdit(task: TaskRow['task'], type: TaskRow['typeOnEdit']) {
  const rule = onEditRule(task, type)
  const { watchFailure } = task
  return {
    on_edit_rule: rule && { pause_minutes: rule.pauseMinutes, at_most_every_minutes: rule.atMostEveryMinutes },
    on_edit_problem: rule && watchFailure && describeFailure(watchFailure),
  }
}

/** Finds the prerequisite that blocked a task, with its name at the time. */
function findStoppingTask(failure: Failure | null | undefined): Task['not_run_because'] {
  if (failure?.cause !== 'not_run') return null
  const { id, name, type } = failure.task
  return { id, name, task_type_name: type }
}

function presentRecentRun(run: RecentRunRow, now: Date): RecentRun {
  const { id, status, startedAt } = run
  return { id, status, started_at: startedAt?.toISOString() ?? null, seconds: elapsedSeconds(run, now) }
}

function requireProgress(progress: RelatedData['progress'], taskId: number) {
  const found = progress.get(taskId)
  if (!found) throw new Error(`Progress of task ${taskId} is missing`)
  return found
}

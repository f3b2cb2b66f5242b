import { and, eq, isNull } from 'drizzle-orm'
import type { Failure } from '#domain/failures/failure.ts'
import type { ForecastTask } from '#domain/forecast/forecast.ts'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { holds, runs } from '#server/storage/schema.ts'
import { listIntervalTasks } from '#server/tasks/interval-tasks.ts'
import { overviewTaskColumns } from '#server/tasks/overview-task.ts'
import { scheduleRuleColumns } from '#server/tasks/scheduled-tasks.ts'
import { screenOrder } from '#server/tasks/screen-order.ts'
import { isDue, type NextTime } from './next-times.ts'

/** An active task, with facts about its next run. */
export type ExpectedTask = Awaited<ReturnType<typeof readActiveTasks>>[number] & {
  /** Minutes between starts; null without an interval. */
  readonly everyMinutes: number | null
}

/** Lists active tasks by type and position. */
export async function listExpectedTasks(orm: Orm): Promise<ExpectedTask[]> {
  const intervals = new Map((await listIntervalTasks(orm)).map(({ id, rule }) => [id, rule.everyMinutes]))
  return (await readActiveTasks(orm)).map((task) => ({ ...task, everyMinutes: intervals.get(task.task.id) ?? null }))
}

async function readActiveTasks(orm: Orm) {
  return await orm
    .select({
      task: overviewTaskColumns,
      rule: scheduleRuleColumns,
      accessFailure: tasks.accessFailure,
      holdId: holds.id,
      lastFailure: runs.failure,
      lastEndedAt: runs.endedAt,
      targetSsId: tasks.targetSsId,
      maxConcurrentTasks: tasks.maxConcurrentTasks,
      use: tasks.lastUse,
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoin(runs, eq(runs.id, tasks.currentRunId))
    .leftJoin(holds, and(eq(holds.taskId, tasks.id), isNull(holds.closedAt), isNull(holds.acceptedAt)))
    .where(eq(tasks.isActive, true))
    .orderBy(...screenOrder)
}

/** Finds tasks due at a time. */
export function findTasksDue(
  expected: readonly ExpectedTask[],
  { at, isRunAll, everyMinutes }: Pick<NextTime, 'at' | 'isRunAll' | 'everyMinutes'>,
  timezone: string,
): ExpectedTask[] {
  if (everyMinutes !== null) return expected.filter((task) => task.everyMinutes === everyMinutes)
  if (isRunAll) return [...expected]
  const dueByRule = new Map<string, boolean>()
  const isRuleDue = (rule: ScheduleRule): boolean => {
    if (rule.times.length === 0) return false
    const key = JSON.stringify(rule)
    const known = dueByRule.get(key)
    if (known !== undefined) return known
    const due = isDue(rule, at, timezone)
    dueByRule.set(key, due)
    return due
  }
  return expected.filter(({ rule }) => isRuleDue(rule))
}

export function forecastTask({ task, targetSsId, maxConcurrentTasks, use }: ExpectedTask): ForecastTask {
  return { typeId: task.sync_task_type_id, targetSsId, maxConcurrentTasks, use: use ?? undefined }
}

interface FailingTasks {
  readonly failure: Failure
  /** Start of the earliest failure; null before the first failed run. */
  since: Date | null
  count: number
}

/** Groups tasks with a failed access check by cause. */
export function groupExpectedFailures(expected: readonly ExpectedTask[]): FailingTasks[] {
  const groups = new Map<string, FailingTasks>()
  for (const { accessFailure: failure, lastFailure, lastEndedAt } of expected) {
    if (!failure) continue
    const failedAt = lastFailure?.cause === failure.cause ? lastEndedAt : null
    const group = groups.get(failure.cause) ?? { failure, since: null, count: 0 }
    group.count += 1
    if (failedAt && (!group.since || failedAt < group.since)) group.since = failedAt
    groups.set(failure.cause, group)
  }
  return [...groups.values()]
}

import { and, asc, count, eq, isNull, min, sql } from 'drizzle-orm'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'

/** Columns of a task's own schedule. */
export const scheduleRuleColumns = {
  times: tasks.scheduledTimes,
  scheduleDays: tasks.scheduleDays,
  pausedUntil: tasks.pausedUntil,
  holidays: tasks.holidays,
}

export interface ScheduledTask {
  readonly id: number
  readonly name: string
  readonly typeName: string
  readonly rule: ScheduleRule
}

/** Lists active tasks with scheduled times, by type and position. */
export async function listScheduledTasks(orm: Orm): Promise<ScheduledTask[]> {
  return await orm
    .select({ id: tasks.id, name: tasks.name, typeName: taskTypes.name, rule: scheduleRuleColumns })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(isScheduled)
    .orderBy(asc(taskTypes.position), asc(tasks.position))
}

const hasTimes = sql`${tasks.scheduledTimes} <> '[]'`
const isScheduled = and(tasks.isActive, hasTimes)

/** Lists the scheduled times of active tasks, without repeats. */
export async function listTaskTimes(orm: Orm): Promise<string[]> {
  const time = sql<string>`jsonb_array_elements_text(${tasks.scheduledTimes})`
  const rows = await orm.selectDistinct({ time }).from(tasks).where(eq(tasks.isActive, true))
  return rows.map((row) => row.time)
}

export interface SharedSchedule {
  readonly rule: ScheduleRule
  readonly count: number
  readonly firstId: number
}

/** Lists each schedule of the active or given tasks once, with the number of its tasks. */
export async function listTaskSchedules(orm: Orm, taskIds?: readonly number[]): Promise<SharedSchedule[]> {
  const rows = await orm
    .select({ rule: scheduleRuleColumns, count: count(), firstId: min(tasks.id) })
    .from(tasks)
    .where(taskIds ? and(isInList(tasks.id, taskIds), hasTimes) : isScheduled)
    .groupBy(tasks.scheduledTimes, tasks.scheduleDays, tasks.pausedUntil, tasks.holidays)
  return rows.map(({ firstId, ...row }) => ({ ...row, firstId: firstId ?? 0 }))
}

export interface TaskAtTime {
  readonly id: number
  readonly rule: ScheduleRule
  /** Whether the task has a run in progress. */
  readonly isBusy: boolean
}

/** Lists active tasks with this scheduled time, on any day. */
export async function tasksAtTime(orm: Orm, time: string): Promise<TaskAtTime[]> {
  return await orm
    .select({ id: tasks.id, rule: scheduleRuleColumns, isBusy: sql<boolean>`${runs.id} is not null` })
    .from(tasks)
    .leftJoin(runs, and(eq(runs.taskId, tasks.id), isNull(runs.endedAt)))
    .where(and(tasks.isActive, sql`${tasks.scheduledTimes} @> ${JSON.stringify([time])}::jsonb`))
    .orderBy(asc(tasks.id))
}

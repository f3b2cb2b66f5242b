import { and, asc, countDistinct, eq, isNull, min, sql } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'

export interface ScheduledTask {
  readonly id: number
  readonly name: string
  readonly typeName: string
  /** HH:MM in the schedule's timezone. */
  readonly times: string[]
}

/** The active tasks with scheduled times, ordered by type and position. */
export async function listScheduledTasks(orm: Orm): Promise<ScheduledTask[]> {
  return await orm
    .select({ id: tasks.id, name: tasks.name, typeName: taskTypes.name, times: tasks.scheduledTimes })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(and(tasks.isActive, sql`${tasks.scheduledTimes} <> '[]'`))
    .orderBy(asc(taskTypes.position), asc(tasks.position))
}

const eachTime = sql<string>`jsonb_array_elements_text(${tasks.scheduledTimes})`

/** The scheduled times of the active tasks, without repeats. */
export async function listTaskTimes(orm: Orm): Promise<string[]> {
  const rows = await orm.selectDistinct({ time: eachTime }).from(tasks).where(eq(tasks.isActive, true))
  return rows.map((row) => row.time)
}

/** How many active tasks are scheduled at each time, and the task where it is only one. */
export async function tasksByTime(orm: Orm): Promise<Map<string, { count: number; onlyTaskId: number | undefined }>> {
  const each = orm
    .select({ id: tasks.id, time: eachTime.as('time') })
    .from(tasks)
    .where(eq(tasks.isActive, true))
    .as('each')
  const rows = await orm
    .select({ time: each.time, count: countDistinct(each.id), firstId: min(each.id) })
    .from(each)
    .groupBy(each.time)
  return new Map(
    rows.map(({ time, count, firstId }) => [
      time,
      { count, onlyTaskId: count === 1 ? (firstId ?? undefined) : undefined },
    ]),
  )
}

/** The ids of the active tasks scheduled at a time that have a run in progress. */
export async function busyTasksAt(orm: Orm, time: string): Promise<number[]> {
  const rows = await orm
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(runs, and(eq(runs.taskId, tasks.id), isNull(runs.endedAt)))
    .where(and(tasks.isActive, sql`${tasks.scheduledTimes} @> ${JSON.stringify([time])}::jsonb`))
  return rows.map((row) => row.id)
}

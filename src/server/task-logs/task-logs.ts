import { and, asc, desc, eq, gt, max, sql } from 'drizzle-orm'
import { MAX_TASK_LOG_LINES, type TaskLog } from '#contract/task-log.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { recordset, type ValuesOf } from '#server/storage/recordset.ts'
import { taskLogs } from '#server/storage/schema.ts'

export type TaskLogRow = typeof taskLogs.$inferSelect

const lineColumns = {
  taskId: taskLogs.taskId,
  runId: taskLogs.runId,
  level: taskLogs.level,
  message: taskLogs.message,
  at: taskLogs.createdAt,
}
export type NewLine = ValuesOf<typeof lineColumns>

/** Adds lines and deletes the oldest lines above each log's limit, in a single statement. */
export async function appendTaskLogs(orm: Orm, lines: readonly NewLine[]): Promise<void> {
  if (lines.length === 0) return
  await orm.execute(sql`
    with added as (
      select * from ${recordset('line', { columns: lineColumns, rows: lines })}
    ), dropped as (
      delete from ${taskLogs} using (select "taskId", count(*) as count from added group by 1) as growing
      where task_id = growing."taskId" and id <= (
        select older.id from ${taskLogs} older where older.task_id = growing."taskId"
        order by older.id desc offset greatest(0, ${MAX_TASK_LOG_LINES} - growing.count) limit 1)
    )
    insert into ${taskLogs} (task_id, run_id, level, message, created_at) select * from added`)
}

/** Reads a task's log, oldest line first: at most the `last` lines after `afterId`. */
export async function readTaskLogs(
  orm: Orm,
  { taskId, afterId = 0, last = MAX_TASK_LOG_LINES }: { taskId: number; afterId?: number; last?: number },
): Promise<TaskLogRow[]> {
  const newest = orm
    .select()
    .from(taskLogs)
    .where(and(eq(taskLogs.taskId, taskId), gt(taskLogs.id, afterId)))
    .orderBy(desc(taskLogs.id))
    .limit(last)
    .as('newest')
  return await orm.select().from(newest).orderBy(asc(newest.id))
}

interface NewLogs {
  taskIds: readonly number[]
  afterId: number
  last: number
}

/**
 * Reads the lines of several tasks after `afterId`, oldest first. If there are more than `last` lines, returns the newest, so
 * many lines of a task do not hide new lines of another task.
 */
export async function newTaskLogs(orm: Orm, { taskIds, afterId, last }: NewLogs): Promise<TaskLogRow[]> {
  const rows = await orm
    .select()
    .from(taskLogs)
    .where(and(isInList(taskLogs.taskId, taskIds), gt(taskLogs.id, afterId)))
    .orderBy(desc(taskLogs.id))
    .limit(last)
  return rows.toReversed()
}

/** Returns the ID of the newest line of all logs; 0 without lines. */
export async function lastTaskLogId(orm: Orm): Promise<number> {
  const [newest] = await orm.select({ id: max(taskLogs.id) }).from(taskLogs)
  return newest?.id ?? 0
}

/** Reads the last log line of each task with lines, by task ID. */
export async function latestLogs(orm: Orm, taskIds: readonly number[]): Promise<Map<number, TaskLogRow>> {
  if (taskIds.length === 0) return new Map()
  const latest = orm
    .select()
    .from(taskLogs)
    .where(eq(taskLogs.taskId, tasks.id))
    .orderBy(desc(taskLogs.id))
    .limit(1)
    .as('latest')
  const rows = await orm
    .select({ latest: { ...latest._.selectedFields } })
    .from(tasks)
    .innerJoinLateral(latest, sql`true`)
    .where(isInList(tasks.id, taskIds))
  return new Map(rows.map((row) => [row.latest.taskId, row.latest]))
}

export async function clearTaskLogs(orm: Orm, taskId: number): Promise<void> {
  await orm.transaction(async (tx) => {
    const lines = await tx.$count(taskLogs, eq(taskLogs.taskId, taskId))
    if (lines === 0) return
    await tx.delete(taskLogs).where(eq(taskLogs.taskId, taskId))
    await recordActivity(tx, { taskIds: [taskId], count: lines })
  })
}

/** Converts a line to the form of the API. */
export function presentTaskLog(row: TaskLogRow, formatTime: (at: Date) => string): TaskLog {
  return {
    id: row.id,
    level: row.level,
    message: row.message,
    timestamp: row.createdAt.toISOString(),
    formatted_timestamp: formatTime(row.createdAt),
    run_id: row.runId,
  }
}

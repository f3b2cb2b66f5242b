import { and, asc, eq, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import type { ScheduleEventReason } from '#contract/schedule-event.ts'
import { type IntervalRule, readInterval } from '#domain/schedule/interval.ts'
import { hasWrittenTo } from '#server/runs/change-sets.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { changeSets, holds, runs } from '#server/storage/schema.ts'

export interface IntervalTask {
  readonly id: number
  readonly name: string
  readonly typeName: string
  readonly rule: IntervalRule
}

/** Lists tasks with an interval of their own or of their type, in order: the active tasks, or the given tasks. */
export async function listIntervalTasks(orm: Orm, taskIds?: readonly number[]): Promise<IntervalTask[]> {
  const rows = await orm
    .select({
      id: tasks.id,
      name: tasks.name,
      typeName: taskTypes.name,
      task: {
        everyMinutes: tasks.everyMinutes,
        everyMinutesBetween: tasks.everyMinutesBetween,
        scheduleDays: tasks.scheduleDays,
        pausedUntil: tasks.pausedUntil,
        holidays: tasks.holidays,
      },
      type: { everyMinutes: taskTypes.everyMinutes, everyMinutesBetween: taskTypes.everyMinutesBetween },
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(
      and(
        taskIds ? isInList(tasks.id, taskIds) : tasks.isActive,
        or(isNotNull(tasks.everyMinutes), isNotNull(taskTypes.everyMinutes)),
      ),
    )
    .orderBy(asc(taskTypes.position), asc(tasks.position))
  return rows.flatMap(({ task, type, ...named }) => {
    const rule = readInterval(task, type)
    return rule ? [{ ...named, rule }] : []
  })
}

export interface IntervalBlocker {
  readonly reason: Extract<ScheduleEventReason, 'in_progress' | 'held'>
  /** Time since when the interval cannot start the task. */
  readonly since: Date
}

/** Finds reasons why an interval must not start tasks now, by task ID. `changedIds` are tasks whose sources were edited. */
export async function readIntervalBlockers(
  tx: Orm,
  { taskIds, changedIds }: { taskIds: readonly number[]; changedIds: ReadonlySet<number> },
): Promise<Map<number, IntervalBlocker>> {
  const rows = await tx
    .select({ id: tasks.id, queuedAt: runs.queuedAt, heldSince: holds.since })
    .from(tasks)
    .leftJoin(runs, and(eq(runs.taskId, tasks.id), isNull(runs.endedAt)))
    .leftJoin(holds, and(isUndecided, not(wasSourceWritten)))
    .where(isInList(tasks.id, taskIds))
  return new Map(
    rows.flatMap(({ id, queuedAt, heldSince }): [number, IntervalBlocker][] => {
      if (queuedAt) return [[id, { reason: 'in_progress', since: queuedAt }]]
      return heldSince && !changedIds.has(id) ? [[id, { reason: 'held', since: heldSince }]] : []
    }),
  )
}

/** Whether another task has written to the source since the task's last run began. That run was held. */
const wasSourceWritten = sql`exists (
  select from ${runs} held join ${changeSets} on ${hasWrittenTo((id) => eq(id, tasks.sourceSsId))} and ${changeSets.taskId} <> ${tasks.id}
  join ${runs} writing on writing.id = ${changeSets.runId}
  where held.id = ${tasks.currentRunId} and (writing.ended_at is null or writing.ended_at > held.started_at))`

const isUndecided = and(eq(holds.taskId, tasks.id), isNull(holds.closedAt), isNull(holds.acceptedAt))

/** Lists active held tasks without a run in progress, with their accounts and the start of their last run. */
export async function listIdleHeldTasks(orm: Orm) {
  const { id, sourceSsId, relevantUserAccounts, owner, createdBy, accountKind } = tasks
  return await orm
    .select({
      id,
      sourceSsId,
      relevantUserAccounts,
      owner,
      createdBy,
      accountKind,
      startedAt: runs.startedAt,
    })
    .from(tasks)
    .innerJoin(holds, isUndecided)
    .innerJoin(runs, and(eq(runs.id, tasks.currentRunId), isNotNull(runs.endedAt)))
    .where(eq(tasks.isActive, true))
}

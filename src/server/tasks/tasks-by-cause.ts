import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AttentionReason } from '#contract/overview.ts'
import { type Failure, heldFor } from '#domain/failures/failure.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { type CauseGroup, groupByCause } from '#domain/incidents/group-by-cause.ts'
import { resolveOwner } from '#domain/tasks/lent-access.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { holds, runs } from '#server/storage/schema.ts'
import { inNeedSince, isInNeed, reasonOfNeed } from './in-need.ts'

interface FoundTasks {
  reason: AttentionReason
  failure: Failure | null
  rules: Hold[] | null
  taskIds: number[]
  since: Date
}

/**
 * Groups tasks that need a person by cause. Tasks with the same facts share a row, so an account failing thousands of tasks
 * costs no more than two failures.
 */
export async function readTasksByCause(orm: Orm, { stuckBefore }: { stuckBefore: Date }): Promise<CauseGroup[]> {
  const ids = sql<number[]>`array_agg(${tasks.id} order by ${inNeedSince} desc, ${tasks.id})`
  const found: FoundTasks[] = await orm
    .select({
      reason: sql<AttentionReason>`${reasonOfNeed}`,
      failure: runs.failure,
      rules: holds.rules,
      taskIds: ids,
      since: sql`max(${inNeedSince})`.mapWith(runs.queuedAt),
    })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.currentRunId))
    .leftJoin(holds, and(eq(holds.taskId, tasks.id), isNull(holds.closedAt), runs.isHeld))
    .where(isInNeed(stuckBefore))
    .groupBy(sql`1`, runs.failure, holds.rules)
  return groupByCause(found.map(({ rules, failure, ...same }) => ({ ...same, failure: heldBy(rules) ?? failure })))
}

function heldBy(rules: readonly Hold[] | null): Failure | undefined {
  const [first, ...others] = rules ?? []
  return first && heldFor([first, ...others])
}

/** Lists active tasks whose last run a person stopped. */
export async function stoppedByPerson(orm: Orm, taskIds: readonly number[]): Promise<number[]> {
  const rows = await orm
    .select({ id: tasks.id })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.currentRunId))
    .where(and(isInList(tasks.id, taskIds), eq(runs.status, 'Stopped'), tasks.isActive))
  return rows.map(({ id }) => id)
}

/** Reads the names, types and owners of tasks, by ID. */
export async function namesWithTypes(orm: Orm, taskIds: readonly number[]) {
  const rows = await orm
    .select({
      id: tasks.id,
      name: tasks.name,
      type: taskTypes.name,
      runId: tasks.currentRunId,
      owner: tasks.owner,
      createdBy: tasks.createdBy,
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(isInList(tasks.id, taskIds))
  return new Map(rows.map((row) => [row.id, { ...row, owner: resolveOwner(row) }]))
}

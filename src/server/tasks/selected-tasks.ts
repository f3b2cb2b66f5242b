import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import type { SelectionOutcome } from '#contract/selected-tasks.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'

export const DELETED = 'It was deleted.'

interface SelectedTask {
  readonly id: number
  readonly name: string
  readonly taskTypeId: number
  readonly isActive: boolean
  /** Whether the task has a run in progress. */
  readonly isBusy: boolean
}

/** Reads the existing tasks of a selection, by ID. */
export async function readSelectedTasks(
  tx: Orm,
  taskIds: readonly number[],
): Promise<ReadonlyMap<number, SelectedTask>> {
  const { id, name, taskTypeId, isActive } = tasks
  const inProgress = tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.taskId, id), isNull(runs.endedAt)))
  const rows = await tx
    .select({ id, name, taskTypeId, isActive, isBusy: sql<boolean>`${exists(inProgress)}` })
    .from(tasks)
    .where(isInList(id, taskIds))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Divides selected tasks into done and refused tasks, without repeats. */
export function refuseSome(
  taskIds: readonly number[],
  reasonFor: (id: number) => string | undefined,
): SelectionOutcome {
  const outcome: SelectionOutcome = { done_ids: [], refused: [] }
  for (const id of new Set(taskIds)) {
    const reason = reasonFor(id)
    if (reason === undefined) outcome.done_ids.push(id)
    else outcome.refused.push({ task_id: id, reason })
  }
  return outcome
}

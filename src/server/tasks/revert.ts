import { and, desc, eq, gte, TransactionRollbackError } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import type { FieldChange } from '#contract/field-change.ts'
import { TaskChange } from '#contract/task-fields.ts'
import { taskSettings } from '#domain/tasks/task-settings.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { nameInTrash, nameTypes } from '#server/activity/name-types.ts'
import type { Lenders } from '#server/auth/lenders.ts'
import type { Orm } from '#server/storage/database.ts'
import { taskChanges } from '#server/storage/schema.ts'
import { updateTask } from './edit-task.ts'
import { lockTask } from './task-positions.ts'

interface Revert {
  taskId: number
  /** Entry in Activity for the change to revert. */
  activityId: number
  changedBy: string
  lenders: Lenders
}

/**
 * Reverts a change of a task and all later changes, with the rules of an edit.
 *
 * @throws Refusal 'not_found', 'invalid' or 'conflict' with the reason why the task cannot have these values now
 */
export async function revert(orm: Orm, request: Revert): Promise<FieldChange[]> {
  return orm.transaction(async (tx) => {
    const { change, changes } = await readDifference(tx, request)
    await applyChange(tx, { ...request, change })
    return changes
  })
}

/**
 * Lists the changes of a revert, and the reason if it is impossible.
 *
 * @throws Refusal 'not_found', 'conflict' when the task is as it was
 */
export async function previewRevert(
  orm: Orm,
  request: Revert,
): Promise<{ changes: FieldChange[]; problem: string | null }> {
  let changes: FieldChange[] = []
  let problem: string | null = null
  const attempt = orm.transaction(async (tx) => {
    const difference = await readDifference(tx, request)
    changes = difference.changes
    problem = await applyChange(tx, { ...request, change: difference.change }).then(() => null, describeError)
    tx.rollback()
  })
  await attempt.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error
  })
  return { changes, problem }
}

async function readDifference(tx: Orm, { taskId, activityId }: Revert) {
  const task = await lockTask(tx, taskId)
  const recorded = await tx
    .select({ activityId: taskChanges.activityId, before: taskChanges.before })
    .from(taskChanges)
    .where(and(eq(taskChanges.taskId, taskId), gte(taskChanges.activityId, activityId)))
    .orderBy(desc(taskChanges.activityId))
  if (recorded.at(-1)?.activityId !== activityId || recorded.at(-1)?.before === null) throw noSuchChange()
  const change = TaskChange.parse(Object.assign({}, ...recorded.map(({ before }) => before)))
  const before = taskSettings.toFields(task)
  const changes = fieldChanges({ before, after: { ...before, ...change } })
  if (changes.length === 0) throw new Refusal('conflict', 'The task is already as it was before this change.')
  const [named = { changes }] = await nameTypes(tx, [{ changes }])
  return { change, changes: named.changes }
}

async function applyChange(tx: Orm, { taskId, change, changedBy, lenders }: Revert & { change: TaskChange }) {
  const { sync_task_type_id: typeId } = change
  const name = typeId === undefined ? undefined : await nameInTrash(tx, typeId)
  if (name !== undefined) throw new Refusal('conflict', `The task type "${name}" is in the trash. Restore it first.`)
  await updateTask(tx, { taskId, change, isRevert: true, changedBy, lenders })
}

function noSuchChange(): Refusal {
  return new Refusal('not_found', 'What this change replaced was not recorded.')
}

function describeError(error: unknown): string {
  if (error instanceof Refusal) return error.message
  throw error
}

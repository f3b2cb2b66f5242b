import { Refusal } from '#contract/errors.ts'
import { describeFailure } from '#domain/failures/failure.ts'
import type { ChangeHistory } from '#engine/undo/change-history.ts'
import { readTargetUndos, type TargetUndo } from '#server/hand-out/read-target-undos.ts'
import { readChangeHistory } from '#server/runs/change-history.ts'
import { findChangeSets } from '#server/runs/change-pages.ts'
import type { Orm } from '#server/storage/database.ts'
import { ownerLeft } from '#server/tasks/owner-left.ts'
import { requireWholeTask, type Task } from '#server/tasks/read-tasks.ts'

interface UndoableRun {
  readonly taskId: number
  readonly runId: number
  /** The value of the only target to undo, if the task hands rows out. */
  readonly value?: string | undefined
  readonly allowedEmails: readonly string[]
}

/** A task and the changes to undo: one history, or a list by target if the task hands out rows. */
export type Undoable = { task: Task } & (
  | { history: ChangeHistory; targets?: undefined }
  | { history?: undefined; targets: readonly TargetUndo[] }
)

/**
 * Reads a task and the changes of a run and all later runs.
 * @throws Refusal 'not_found', or 'conflict' with the reason why the run cannot be undone
 */
export async function requireUndoable(
  orm: Orm,
  { taskId, runId, value, allowedEmails }: UndoableRun,
): Promise<Undoable> {
  const task = await requireWholeTask(orm, taskId)
  const held = ownerLeft(task, allowedEmails)
  if (held) throw new Refusal('conflict', describeFailure(held))
  const sets = await findChangeSets(orm, { taskId, runId })
  if (sets === undefined) throw new Refusal('not_found', 'Run not found. Old runs of a task are deleted.')
  if (task.splitBy === '') {
    if (sets.some(({ targetKey }) => targetKey !== '')) throw new Refusal('conflict', HANDED_OUT)
    if (value !== undefined) throw new Refusal('conflict', 'The task has one target. Send no value.')
    return { task, history: await readChangeHistory(orm, { taskId, fromRunId: runId, targetSsId: task.targetSsId }) }
  }
  if (sets.length === 0) throw new Refusal('conflict', 'This run changed nothing, so there is nothing to undo.')
  const targets = await readTargetUndos(orm, { task, fromRunId: runId, value })
  const refusals = targets.flatMap(({ history }) => (history instanceof Refusal ? history : []))
  if (refusals.length === targets.length && refusals[0]) throw refusals[0]
  return { task, targets }
}

const HANDED_OUT = 'This run handed rows out, but the task no longer does. Set its column again, then try again.'

/** Why a run cannot be undone, in a sentence; undefined if it can be undone. */
export async function findUndoRefusal(orm: Orm, run: UndoableRun): Promise<string | undefined> {
  try {
    await requireUndoable(orm, run)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

import { Refusal } from '#contract/errors.ts'
import { describeFailure } from '#domain/failures/failure.ts'
import { type ChangeHistory, readChangeHistory } from '#server/runs/change-history.ts'
import { findChangeSet } from '#server/runs/change-pages.ts'
import type { Orm } from '#server/storage/database.ts'
import { ownerLeft } from '#server/tasks/owner-left.ts'
import { requireWholeTask, type Task } from '#server/tasks/read-tasks.ts'

interface UndoableRun {
  readonly taskId: number
  readonly runId: number
  readonly allowedEmails: readonly string[]
}

/**
 * Reads a task and the changes by a run and the later ones.
 * @throws Refusal 'not_found', or 'conflict' with the reason why the run cannot be undone
 */
export async function requireUndoable(
  orm: Orm,
  { taskId, runId, allowedEmails }: UndoableRun,
): Promise<{ task: Task; history: ChangeHistory }> {
  const task = await requireWholeTask(orm, taskId)
  const held = ownerLeft(task, allowedEmails)
  if (held) throw new Refusal('conflict', describeFailure(held))
  const set = await findChangeSet(orm, { taskId, runId })
  if (set === undefined) throw new Refusal('not_found', 'Run not found. Old runs of a task are deleted.')
  if (set === null && task.splitBy !== '')
    throw new Refusal(
      'conflict',
      'Runs that hand rows out cannot be undone. Google keeps earlier versions of each target.',
    )
  const history = await readChangeHistory(orm, { taskId, fromRunId: runId, targetSsId: task.targetSsId })
  return { task, history }
}

/** Why a run cannot be undone, in a sentence; undefined where it can be. */
export async function findUndoRefusal(orm: Orm, run: UndoableRun): Promise<string | undefined> {
  try {
    await requireUndoable(orm, run)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

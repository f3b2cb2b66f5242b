import type { TaskStatus } from '#contract/task.ts'

export type RunStatus = Exclude<TaskStatus, 'Pending'>

/**
 * Every move that a run may make; any other is a bug.
 *
 * A run waits as Queued, is Running while a node holds its lease, and waits as Failed between two attempts. A Running run
 * whose node was lost is taken up by another and stays Running. A stop takes a waiting run to Stopped at once and a
 * running one to Stopping until its node has let go, from where only Stopped is left: a stop always wins. A Queued run
 * whose prerequisite ended badly ends in Warning without an attempt.
 */
const allowedMoves = {
  Queued: ['Running', 'Stopped', 'Warning'],
  Running: ['Running', 'Failed', 'Stopping', 'Stopped', 'Success', 'Warning', 'Error'],
  Failed: ['Running', 'Stopped'],
  Stopping: ['Stopped'],
  Stopped: [],
  Success: [],
  Warning: [],
  Error: [],
} as const satisfies Record<RunStatus, readonly RunStatus[]>

export function mayMove({ from, to }: { from: RunStatus; to: RunStatus }): boolean {
  return (allowedMoves[from] as readonly RunStatus[]).includes(to)
}

/** @throws when the move is not in the table. */
export function assertMove(move: { from: RunStatus; to: RunStatus }): void {
  if (!mayMove(move)) throw new Error(`A run may not move from ${move.from} to ${move.to}`)
}

/** A run that has not ended: its task is busy. */
export function isInProgress(status: TaskStatus): boolean {
  return status !== 'Pending' && allowedMoves[status].length > 0
}

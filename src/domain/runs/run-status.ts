import type { TaskStatus } from '#contract/task-progress.ts'

export type RunStatus = Exclude<TaskStatus, 'Pending'>

/**
 * Every move a run can make; any other move is a bug.
 *
 * A run waits as Queued, is Running while a node holds its lease, and waits as Failed between two attempts. A Running run whose
 * node was lost stays Running while another node resumes it. A stop moves a waiting run to Stopped at once. A stop moves a
 * running run to Stopping until its node has finished. A Stopping run can only become Stopped: a stop always wins. A Queued run
 * whose prerequisite ended in Error or Stopped ends in Warning without an attempt.
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

export function canMove({ from, to }: { from: RunStatus; to: RunStatus }): boolean {
  return (allowedMoves[from] as readonly RunStatus[]).includes(to)
}

/** @throws when the move is not in the table */
export function assertMove(move: { from: RunStatus; to: RunStatus }): void {
  if (!canMove(move)) throw new Error(`A run cannot move from ${move.from} to ${move.to}`)
}

/** Whether the run has not ended, so its task is busy. */
export function isInProgress(status: TaskStatus): boolean {
  return status !== 'Pending' && allowedMoves[status].length > 0
}

/** Problems outrank work in progress. */
const BY_SEVERITY: readonly RunStatus[] = [
  'Error',
  'Failed',
  'Warning',
  'Stopped',
  'Stopping',
  'Running',
  'Queued',
  'Success',
]

/** Finds the run with the most severe status, the last if there are several. */
export function mostSevere<R extends { status: RunStatus }>(runs: readonly [R, ...R[]]): R {
  const rankRun = ({ status }: R) => BY_SEVERITY.indexOf(status)
  return runs.reduce((worst, run) => (rankRun(run) <= rankRun(worst) ? run : worst))
}

import type { SeenProgress, TaskProgress, TaskStatus } from '#contract/task-progress.ts'

type InStatus = Pick<TaskProgress, 'task_status'>
/** The known parts of a task's state. */
type Progress = Pick<SeenProgress, 'running_status' | 'task_status'>

/** For the state of a group now: work in progress outranks a warning that is over. */
const BY_URGENCY: readonly TaskStatus[] = [
  'Error',
  'Failed',
  'Running',
  'Stopping',
  'Queued',
  'Warning',
  'Stopped',
  'Pending',
  'Success',
]

/** For the counts above the list; any other status follows, in alphabetical order. */
const COUNTED_FIRST: readonly TaskStatus[] = ['Error', 'Failed', 'Running', 'Success', 'Pending']

/** A run of the task, or of the whole list, is in progress: it cannot be edited, moved, deleted or started again. */
export function isBusy(task: Pick<TaskProgress, 'running_status'>, isListRunning: boolean): boolean {
  return task.running_status || isListRunning
}

/** Whether the task has a run that a stop would end. */
export function isStoppable(task: Progress): boolean {
  return isRunningOrQueued(task) || task.task_status === 'Failed'
}

export function isRunningOrQueued({ task_status }: Progress): boolean {
  return task_status === 'Running' || task_status === 'Queued'
}

/** Whether the run of a task has ended between two reports of its progress. */
export function endsRun(before: Progress, now: Progress): boolean {
  return isInProgress(before) && !isInProgress(now)
}

/** A run of the task has not ended. After a request to stop, it is Stopping until then. */
export function isInProgress({ running_status, task_status }: Progress): boolean {
  return running_status === true || task_status === 'Stopping'
}

/** A task whose run has just been queued. A push event may have reported the start of the run already. */
export function asStarted<T extends SeenProgress>(task: T): T {
  return task.running_status ? task : { ...withoutRows(task), running_status: true, task_status: 'Queued' }
}

/** A task that has just been asked to stop. */
export function asStopping<T extends SeenProgress>(task: T): T {
  return {
    ...task,
    running_status: false,
    waiting_for: null,
    ...(isRunningOrQueued(task) && { task_status: 'Stopping' }),
  }
}

/** A task with a run that may have started: the server has yet to report the running tasks. */
export function asMaybeStarted<T extends SeenProgress>(task: T): T {
  return task.running_status ? task : { ...withoutRows(task), running_status: true }
}

/** The rows of the last run do not count as progress of the next run. */
function withoutRows<T extends SeenProgress>(task: T): T {
  return { ...task, rows_done: null, rows_total: null, seconds_left: null }
}

/** The last attempt ended in a failure, whether or not another attempt follows. */
function isFailed(status: TaskStatus | undefined): boolean {
  return status === 'Error' || status === 'Failed'
}

/** The last run did not copy everything. */
export function needsAttention(status: TaskStatus): boolean {
  return isFailed(status) || status === 'Warning'
}

/** The task's state is about to change without anyone acting. */
export function isWorthPolling(task: Progress): boolean {
  return task.running_status === true || isStoppable(task)
}

/** A group is in the state of its most urgent task; undefined without tasks. */
export function worstStatus(tasks: readonly InStatus[]): TaskStatus | undefined {
  return BY_URGENCY.find((status) => tasks.some(({ task_status }) => task_status === status))
}

/** The worst status of each type that has tasks, by the type's id. */
export function worstStatusByType(
  tasks: readonly Pick<TaskProgress, 'sync_task_type_id' | 'task_status'>[],
): ReadonlyMap<number, TaskStatus | undefined> {
  const byType = Map.groupBy(tasks, ({ sync_task_type_id }) => sync_task_type_id)
  return new Map([...byType].map(([typeId, ofType]) => [typeId, worstStatus(ofType)]))
}

/** How many tasks are in each status, in the order of the counts above the list. */
export function countStatuses(tasks: readonly InStatus[]): { status: TaskStatus; count: number }[] {
  const byStatus = Map.groupBy(tasks, ({ task_status }) => task_status || 'Pending')
  return [...byStatus]
    .map(([status, { length }]) => ({ status, count: length }))
    .sort((a, b) => countRank(a.status) - countRank(b.status) || a.status.localeCompare(b.status))
}

function countRank(status: TaskStatus): number {
  const rank = COUNTED_FIRST.indexOf(status)
  return rank === -1 ? COUNTED_FIRST.length : rank
}

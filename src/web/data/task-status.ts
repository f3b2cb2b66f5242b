import type { SeenProgress, TaskProgress, TaskStatus } from '#contract/task-progress.ts'

type InStatus = Pick<TaskProgress, 'task_status'>
/** The known parts of a task's state. */
type Progress = Pick<SeenProgress, 'running_status' | 'task_status'>

/** Statuses by urgency, for the current state of a group. Work in progress outranks a warning of a past run. */
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

/** First statuses in the counts above the list. Other statuses follow in alphabetical order. */
const COUNTED_FIRST: readonly TaskStatus[] = ['Error', 'Failed', 'Running', 'Success', 'Pending']

/** Whether the task or the whole list is running. A busy task cannot be edited, moved, deleted or started. */
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

/** Whether a run ended between two progress reports. */
export function endsRun(before: Progress, now: Progress): boolean {
  return isInProgress(before) && !isInProgress(now)
}

/** Whether a run of the task has not ended yet. Stopping counts, because the run continues until it has stopped. */
export function isInProgress({ running_status, task_status }: Progress): boolean {
  return running_status === true || task_status === 'Stopping'
}

/** Shows a task as queued after its start. A task already shown as running stays as it is, because an event was faster. */
export function asStarted<T extends SeenProgress>(task: T): T {
  return task.running_status ? task : { ...withoutRows(task), running_status: true, task_status: 'Queued' }
}

/** Shows a task as stopping after a request to stop it. */
export function asStopping<T extends SeenProgress>(task: T): T {
  return {
    ...task,
    running_status: false,
    waiting_for: null,
    ...(isRunningOrQueued(task) && { task_status: 'Stopping' }),
  }
}

/** Shows a task as running while its run may have started, until the server reports the running tasks. */
export function asMaybeStarted<T extends SeenProgress>(task: T): T {
  return task.running_status ? task : { ...withoutRows(task), running_status: true }
}

/** Clears the progress of the last run, because it does not apply to the next run. */
function withoutRows<T extends SeenProgress>(task: T): T {
  return { ...task, rows_done: null, rows_total: null, seconds_left: null }
}

/** Whether the last attempt failed, even if another attempt follows. */
function isFailed(status: TaskStatus | undefined): boolean {
  return status === 'Error' || status === 'Failed'
}

/** Whether the last run did not copy everything. */
export function needsAttention(status: TaskStatus): boolean {
  return isFailed(status) || status === 'Warning'
}

/** Whether the task's state will soon change by itself. */
export function isWorthPolling(task: Progress): boolean {
  return task.running_status === true || isStoppable(task)
}

/** Status of the most urgent task, which a group shows as its own; undefined without tasks. */
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

/** Counts the tasks in each status, in the order of the counts above the list. */
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

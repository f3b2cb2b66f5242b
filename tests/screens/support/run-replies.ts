import { api } from '#contract/api.ts'
import type { SelectionOutcome } from '#contract/selected-tasks.ts'
import type { Task } from '#contract/task.ts'
import { pluralize } from '#domain/pluralize.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'
import { type PreparedReply, prepareReply, succeed } from './prepared-reply.ts'
import type { ScreenState } from './screen-state.ts'
import { changeTask, deleteTasks, findTask } from './task-replies.ts'
import { findType } from './task-type-replies.ts'

/** Calls to start and stop runs. A run stays queued: tests set any other state. */
export const runReplies: readonly PreparedReply[] = [
  prepareReply(api.tasks.execute, ({ params }, state) => {
    queue(state, [findTask(state, params.id)])
    return succeed(`${describeTask(findTask(state, params.id))} is queued.`)
  }),
  prepareReply(api.tasks.stop, ({ params }, state) => {
    stop(state, [findTask(state, params.id)])
    return succeed(`Stopping ${describeTask(findTask(state, params.id))}.`)
  }),
  prepareReply(api.tasks.executeAll, (_, state) => succeed(`${pluralize(queue(state, state.tasks), 'task')} queued.`)),
  prepareReply(api.tasks.stopAll, (_, state) => succeed(`Stopping ${pluralize(stop(state, state.tasks), 'task')}.`)),
  prepareReply(api.taskTypes.runGroup, ({ params }, state) => {
    const { name } = findType(state, params.id)
    return succeed(`${pluralize(queue(state, listGroup(state, params.id)), 'task')} queued in ${name}.`)
  }),
  prepareReply(api.taskTypes.stopGroup, ({ params }, state) => {
    const { name } = findType(state, params.id)
    return succeed(`Stopping ${pluralize(stop(state, listGroup(state, params.id)), 'task')} in ${name}.`)
  }),
  prepareReply(api.selectedTasks.execute, ({ body: { task_ids } }, state) => {
    const [active, inactive] = split(listSelected(state, task_ids), ({ is_active }) => is_active)
    queue(state, active)
    return describeOutcome({
      done: active,
      refused: inactive,
      reason: 'Task is inactive. Activate it before running it.',
    })
  }),
  prepareReply(api.selectedTasks.stop, ({ body: { task_ids } }, state) => {
    stop(state, listSelected(state, task_ids))
    return { done_ids: task_ids, refused: [] }
  }),
  prepareReply(api.selectedTasks.remove, ({ body: { task_ids } }, state) => {
    const [running, idle] = split(listSelected(state, task_ids), ({ running_status }) => running_status)
    deleteTasks(state, idle)
    return describeOutcome({ done: idle, refused: running, reason: 'Cannot delete while the task is running' })
  }),
  prepareReply(api.tasks.resetRunningStatus, () => ({ reset_count: 0 })),
]

/** Queues the active tasks without a run in progress, and counts them. */
function queue(state: ScreenState, tasks: readonly Task[]): number {
  const idle = tasks.filter(({ is_active, running_status }) => is_active && !running_status)
  const last_triggered = { time: new Date().toISOString(), triggered_by: 'ada@example.com' }
  for (const { id } of idle) changeTask(state, id, { running_status: true, task_status: 'Queued', last_triggered })
  return idle.length
}

/** Stops the running tasks, and counts them. */
function stop(state: ScreenState, tasks: readonly Task[]): number {
  const running = tasks.filter(({ running_status }) => running_status)
  for (const { id } of running) changeTask(state, id, { running_status: false, task_status: 'Stopped' })
  return running.length
}

const listGroup = ({ tasks }: ScreenState, typeId: number) =>
  tasks.filter(({ sync_task_type_id }) => sync_task_type_id === typeId)

const listSelected = ({ tasks }: ScreenState, ids: readonly number[]) => tasks.filter(({ id }) => ids.includes(id))

const describeTask = (task: Task) => withTypeName(`'${taskName(task)}'`, task.task_type.name)

/** The tasks that match, and all other tasks. */
function split(tasks: readonly Task[], matches: (task: Task) => boolean): [Task[], Task[]] {
  return [tasks.filter(matches), tasks.filter((task) => !matches(task))]
}

function describeOutcome({
  done,
  refused,
  reason,
}: {
  done: Task[]
  refused: Task[]
  reason: string
}): SelectionOutcome {
  return { done_ids: done.map(({ id }) => id), refused: refused.map(({ id }) => ({ task_id: id, reason })) }
}

import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import type { Task } from '#contract/task.ts'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { type PreparedReply, prepareReply, succeed } from './prepared-reply.ts'
import type { ScreenState } from './screen-state.ts'

/** The calls about tasks. Nothing runs: a test that needs a state sets it. */
export const taskReplies: readonly PreparedReply[] = [
  prepareReply(api.tasks.list, ({ query }, { tasks }) => {
    const words = query.search?.toLowerCase().split(' ') ?? []
    const matching = tasks.filter(
      (task) =>
        (query.sync_task_type_id === undefined || task.sync_task_type_id === query.sync_task_type_id) &&
        (query.status === undefined || task.task_status === query.status) &&
        words.every((word) => `${task.name} ${task.task_type.name} ${task.notes}`.toLowerCase().includes(word)),
    )
    const start = (query.page - 1) * query.limit
    return {
      syncTasks: matching.slice(start, start + query.limit),
      totalPages: Math.max(1, Math.ceil(matching.length / query.limit)),
      total: tasks.length,
      matching: matching.length,
    }
  }),
  prepareReply(api.tasks.statusAll, (_, { tasks }) => ({
    all_running_status: Object.fromEntries(tasks.map((task) => [task.id, task])),
    all_running: tasks.length > 0 && tasks.every(({ running_status }) => running_status),
  })),
  prepareReply(api.tasks.get, ({ params }, state) => findTask(state, params.id)),
  prepareReply(api.tasks.create, ({ body }, state) => {
    state.lastId += 1
    const { name, ...fields } = body
    const task = buildTaskReply({
      ...withoutUndefined(fields),
      id: state.lastId,
      name: name ?? fields.target_sheet_name,
      source_ss_name: null,
      target_ss_name: null,
    })
    setTasks(state, [...state.tasks, task])
    return { ...findTask(state, task.id), warnings: [] }
  }),
  prepareReply(api.tasks.update, ({ params, body }, state) => ({
    ...changeTask(state, params.id, withoutUndefined(body)),
    warnings: [],
  })),
  prepareReply(api.tasks.remove, ({ params }, state) => {
    findTask(state, params.id)
    setTasks(
      state,
      state.tasks.filter(({ id }) => id !== params.id),
    )
  }),
  prepareReply(api.tasks.removeAll, (_, state) => setTasks(state, [])),
  prepareReply(api.tasks.toggleActive, ({ params, body: { is_active } }, state) => {
    changeTask(state, params.id, { is_active })
    return { is_active, message: is_active ? 'Task activated' : 'Task deactivated' }
  }),
  prepareReply(api.tasks.toggleAllActive, ({ body: { target_state, task_ids } }, state) => {
    const changed = state.tasks.filter(
      (task) => task.is_active !== target_state && (task_ids?.includes(task.id) ?? true),
    )
    for (const { id } of changed) changeTask(state, id, { is_active: target_state })
    return {
      ...succeed('Updated'),
      updated_count: changed.length,
      changed_ids: changed.map(({ id }) => id),
      runs_tonight: 0,
    }
  }),
  prepareReply(api.tasks.execute, ({ params }, state) => {
    changeTask(state, params.id, { running_status: true, task_status: 'Queued' })
    return succeed('Sync task queued')
  }),
  prepareReply(api.tasks.stop, ({ params }, state) => {
    changeTask(state, params.id, { running_status: false, task_status: 'Stopped' })
    return succeed('Sync task stopped')
  }),
  prepareReply(api.tasks.executeAll, (_, state) => {
    const queued = state.tasks.filter(({ is_active, running_status }) => is_active && !running_status)
    for (const { id } of queued) changeTask(state, id, { running_status: true, task_status: 'Queued' })
    return succeed(`${queued.length} sync tasks queued`)
  }),
  prepareReply(api.tasks.stopAll, (_, state) => {
    const running = state.tasks.filter(({ running_status }) => running_status)
    for (const { id } of running) changeTask(state, id, { running_status: false, task_status: 'Stopped' })
    return succeed(`${running.length} sync tasks stopped`)
  }),
  prepareReply(api.tasks.reposition, ({ params, body: { action } }, state) => {
    const moved = findTask(state, params.id)
    const others = state.tasks.filter(
      ({ id, sync_task_type_id }) => sync_task_type_id === moved.sync_task_type_id && id !== moved.id,
    )
    const place = { front: 0, back: others.length, up: moved.sort_order - 1, down: moved.sort_order + 1 }[action]
    const rest = state.tasks.filter(({ sync_task_type_id }) => sync_task_type_id !== moved.sync_task_type_id)
    setTasks(state, [...rest, ...others.toSpliced(place, 0, moved)])
    return succeed('Task moved')
  }),
  prepareReply(api.taskLogs.list, ({ params }, state) => {
    findTask(state, params.id)
    return []
  }),
  prepareReply(api.tasks.resetRunningStatus, () => ({ reset_count: 0 })),
]

/** Replaces all tasks, in the order of their types, each with its place among those of its type. */
export function setTasks(state: ScreenState, tasks: readonly Task[]): void {
  const ofType = state.types.map(({ id }) => tasks.filter(({ sync_task_type_id }) => sync_task_type_id === id))
  state.tasks = ofType.flatMap((some) =>
    some.map((task, index) => placeTask(task, { index, count: some.length, state })),
  )
}

function placeTask(task: Task, { index, count, state }: { index: number; count: number; state: ScreenState }): Task {
  const type = state.types.find(({ id }) => id === task.sync_task_type_id)
  const [isFirst, isLast] = [index === 0, index === count - 1]
  return {
    ...task,
    sort_order: index,
    task_type: { ...task.task_type, ...type },
    position_actions: {
      can_push_to_front: !isFirst,
      can_push_to_back: !isLast,
      can_move_up: !isFirst,
      can_move_down: !isLast,
      total_tasks_of_type: count,
      current_position: index + 1,
    },
  }
}

/** @throws Refusal when there is no such task */
export function findTask({ tasks }: ScreenState, id: number): Task {
  const task = tasks.find((one) => one.id === id)
  if (!task) throw new Refusal('not_found', 'Sync task not found.')
  return task
}

function changeTask(state: ScreenState, id: number, change: Partial<Task>): Task {
  const changed = { ...findTask(state, id), ...change }
  setTasks(
    state,
    state.tasks.map((task) => (task.id === id ? changed : task)),
  )
  return findTask(state, id)
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>
}

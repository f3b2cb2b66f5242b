import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import type { Input } from '#contract/route.ts'
import { spreadsheetIdFrom } from '#contract/spreadsheet-link.ts'
import type { Task } from '#contract/task.ts'
import { isSameTabName } from '#domain/tasks/same-tab.ts'
import { nameAfterEdit } from '#domain/tasks/task-name.ts'
import {
  buildFieldProblems,
  copiesOntoItself,
  nameTaken,
  spreadsheetsTaken,
  type TaskProblem,
} from '#domain/tasks/task-problems.ts'
import { warningReason } from '#domain/tasks/warning-reason.ts'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { type PreparedReply, prepareReply, succeed } from './prepared-reply.ts'
import type { DeletedRecords, ScreenState } from './screen-state.ts'

/** The calls about tasks. Nothing runs: a test sets the state it needs. */
export const taskReplies: readonly PreparedReply[] = [
  prepareReply(api.tasks.list, ({ query }, { tasks, sampleIds }) => {
    const matching = tasks.filter((task) => matchesFilter(task, query))
    const start = (query.page - 1) * query.limit
    return {
      syncTasks: matching.slice(start, start + query.limit),
      totalPages: Math.max(1, Math.ceil(matching.length / query.limit)),
      total: tasks.length,
      matching: matching.length,
      ...(tasks.length > 0 && tasks.every(({ id }) => sampleIds.includes(id)) && { only_samples: true }),
    }
  }),
  prepareReply(api.tasks.statusAll, (_, { tasks }) => ({
    all_running_status: Object.fromEntries(tasks.map((task) => [task.id, task])),
    all_running: tasks.length > 0 && tasks.every(({ running_status }) => running_status),
  })),
  prepareReply(api.tasks.get, ({ params }, state) => findTask(state, params.id)),
  prepareReply(api.tasks.create, ({ body }, state) => {
    refuseTask(state, { ...body, id: null })
    state.lastIds.task += 1
    const { name, ...fields } = body
    const type = state.types.find(({ id }) => id === body.sync_task_type_id)
    const task = buildTaskReply({
      ...(type && { chunk_size: type.chunk_size }),
      ...withoutUndefined(fields),
      id: state.lastIds.task,
      name: name ?? fields.target_sheet_name,
      source_ss_name: null,
      target_ss_name: null,
    })
    setTasks(state, [...state.tasks, { ...task, has_own_name: task.name !== nameAfterEdit(task) }])
    return { ...findTask(state, task.id), warnings: [] }
  }),
  prepareReply(api.tasks.update, ({ params, body }, state) => {
    const before = findTask(state, params.id)
    refuseTask(state, { ...before, ...withoutUndefined(body), name: body.name })
    const followed = nameAfterEdit({ ...before, ...withoutUndefined(body) })
    const name = body.name ?? (before.has_own_name ? before.name : followed)
    const named = { name, has_own_name: name !== followed }
    return { ...changeTask(state, params.id, { ...withoutUndefined(body), ...named }), warnings: [] }
  }),
  prepareReply(api.tasks.remove, ({ params }, state) => deleteTasks(state, [findTask(state, params.id)])),
  prepareReply(api.tasks.removeAll, (_, state) => deleteTasks(state, state.tasks)),
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
  prepareReply(api.tasks.exportCsv, () => 'name\n'),
  prepareReply(api.tasks.importCsv, () => {
    throw new Refusal('invalid', 'Missing columns task_type, source_ss_id and target_ss_id')
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
]

function matchesFilter(task: Task, query: Input<typeof api.tasks.list>['query']): boolean {
  const { sync_task_type_id, status, is_active, search = '' } = query
  const linkedId = spreadsheetIdFrom(search)
  const text = `${task.name} ${task.task_type.name} ${task.notes}`.toLowerCase()
  return (
    (sync_task_type_id === undefined || task.sync_task_type_id === sync_task_type_id) &&
    (status === undefined || task.task_status === status) &&
    (is_active === undefined || String(task.is_active) === is_active) &&
    (query.warning === undefined || warningReason(task) === query.warning) &&
    (query.freshness === undefined || task.freshness?.state === query.freshness) &&
    ([task.source_ss_id, task.target_ss_id].includes(linkedId) ||
      search
        .toLowerCase()
        .split(' ')
        .every((word) => text.includes(word)))
  )
}

/** Moves tasks to the trash, together. */
export function deleteTasks(state: ScreenState, tasks: readonly Task[]): void {
  addToTrash(state, { kind: 'task', tasks: [...tasks], types: [] })
  setTasks(
    state,
    state.tasks.filter((task) => !tasks.includes(task)),
  )
}

/** Adds an entry to the trash. */
export function addToTrash(state: ScreenState, entry: Omit<DeletedRecords, 'id'>): void {
  state.lastIds.deletion += 1
  state.deleted = [{ ...entry, id: state.lastIds.deletion }, ...state.deleted]
}

/** Replaces all tasks, in the order of their types, each with its place within its type. */
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

/** Changes a task, and returns it. */
export function changeTask(state: ScreenState, id: number, change: Partial<Task>): Task {
  const changed = { ...findTask(state, id), ...change }
  setTasks(
    state,
    state.tasks.map((task) => (task.id === id ? changed : task)),
  )
  return findTask(state, id)
}

type CheckedTask = Pick<Task, 'sync_task_type_id' | TabField> & { id: number | null; name: string | undefined }
type TabField = 'source_ss_id' | 'source_sheet_name' | 'target_ss_id' | 'target_sheet_name'

/** @throws Refusal for another task's name or tabs, and for a task that copies a tab into itself */
function refuseTask({ tasks }: ScreenState, task: CheckedTask): void {
  const { source_ss_id, target_ss_id, source_sheet_name, target_sheet_name } = task
  if (source_ss_id === target_ss_id && isSameTabName(source_sheet_name, target_sheet_name)) {
    throw refuse('invalid', copiesOntoItself)
  }
  const others = tasks.filter(({ id }) => id !== task.id)
  const isNameTaken = others.some(
    ({ sync_task_type_id, name }) => sync_task_type_id === task.sync_task_type_id && name === task.name,
  )
  if (isNameTaken) throw refuse('conflict', nameTaken)
  const areTabsTaken = others.some(
    (other) =>
      other.source_ss_id === source_ss_id &&
      other.target_ss_id === target_ss_id &&
      isSameTabName(other.source_sheet_name, source_sheet_name) &&
      isSameTabName(other.target_sheet_name, target_sheet_name),
  )
  if (areTabsTaken) throw refuse('conflict', spreadsheetsTaken)
}

const refuse = (code: 'conflict' | 'invalid', problem: TaskProblem) =>
  new Refusal(code, problem.message, buildFieldProblems(problem))

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>
}

import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import type { TaskType } from '#contract/task-type.ts'
import { dependencyChain } from '#domain/tasks/dependency.ts'
import { DEPENDS_ON_ITSELF, TYPE_NAME_TAKEN } from '#domain/tasks/task-type-problems.ts'
import { buildTaskTypeReply } from '#tests/support/build-task-type-reply.ts'
import { type PreparedReply, prepareReply, succeed } from './prepared-reply.ts'
import type { ScreenState } from './screen-state.ts'
import { addToTrash, setTasks } from './task-replies.ts'

/** The calls about task types. */
export const taskTypeReplies: readonly PreparedReply[] = [
  prepareReply(api.taskTypes.list, (_, state) => describeTypes(state)),
  prepareReply(api.taskTypes.create, ({ body }, state) => {
    refuseType(state, { id: null, ...body })
    state.lastIds.type += 1
    setTypes(state, [...state.types, buildTaskTypeReply({ ...body, id: state.lastIds.type })])
    return findType(state, state.lastIds.type)
  }),
  prepareReply(api.taskTypes.update, ({ params: { id }, body }, state) => {
    const before = findType(state, id)
    const changed = Object.assign(buildTaskTypeReply(before), body)
    refuseType(state, changed)
    const isResized = changed.chunk_size !== before.chunk_size
    setTypes(
      state,
      state.types.map((type) => (type.id === id ? changed : type)),
    )
    return { ...findType(state, id), updated_tasks_count: isResized ? before.tasks_count : 0, warnings: [] }
  }),
  prepareReply(api.taskTypes.remove, ({ params: { id } }, state) => {
    findType(state, id)
    const task = state.tasks.find(({ sync_task_type_id }) => sync_task_type_id === id)
    if (task) throw new Refusal('invalid', `The type has the task '${task.name}'.`)
    const types = state.types.filter((type) => type.id === id)
    addToTrash(state, { kind: 'type', tasks: [], types })
    setTypes(
      state,
      state.types.filter((type) => type.id !== id),
    )
  }),
  prepareReply(api.taskTypes.reorder, ({ body: { order } }, state) => {
    const isComplete = state.types.every(({ id }) => order.includes(id))
    if (!isComplete) throw new Refusal('invalid', 'The order must list each task type once.')
    setTypes(
      state,
      state.types.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
    )
    return succeed('Order updated')
  }),
]

/** @throws Refusal for a taken name, or an impossible dependency */
function refuseType(
  { types }: ScreenState,
  type: Pick<TaskType, 'name' | 'depends_on_id'> & { id: number | null },
): void {
  const isTaken = types.some(({ id, name }) => id !== type.id && name === type.name)
  if (isTaken) throw new Refusal('conflict', TYPE_NAME_TAKEN, { name: TYPE_NAME_TAKEN })
  if (type.id === null || type.depends_on_id !== type.id) return
  throw new Refusal('invalid', DEPENDS_ON_ITSELF, { depends_on_id: DEPENDS_ON_ITSELF })
}

/** The types with the figures derived from other types and from tasks. */
function describeTypes({ types, tasks }: ScreenState): TaskType[] {
  const linked = types.map(({ id, name, depends_on_id }) => ({ id, name, dependsOnId: depends_on_id }))
  return types.map((type) => ({
    ...type,
    dependency_chain: dependencyChain({ typeId: type.id, types: linked }).map(({ name }) => name),
    tasks_count: tasks.filter(({ sync_task_type_id }) => sync_task_type_id === type.id).length,
    dependent_types_count: types.filter(({ depends_on_id }) => depends_on_id === type.id).length,
  }))
}

/** @throws Refusal when there is no such type */
export function findType(state: ScreenState, id: number): TaskType {
  const type = describeTypes(state).find((one) => one.id === id)
  if (!type) throw new Refusal('not_found', 'Sync task type not found.')
  return type
}

function setTypes(state: ScreenState, types: TaskType[]): void {
  state.types = types
  setTasks(state, state.tasks)
}

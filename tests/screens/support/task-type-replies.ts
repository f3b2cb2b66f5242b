import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import type { TaskType } from '#contract/task-type.ts'
import { dependencyChain } from '#domain/tasks/dependency.ts'
import { buildTaskTypeReply } from '#tests/support/build-task-type-reply.ts'
import { type PreparedReply, prepareReply, succeed } from './prepared-reply.ts'
import type { ScreenState } from './screen-state.ts'
import { setTasks } from './task-replies.ts'

/** The calls about task types. */
export const taskTypeReplies: readonly PreparedReply[] = [
  prepareReply(api.taskTypes.list, (_, state) => describeTypes(state)),
  prepareReply(api.taskTypes.create, ({ body }, state) => {
    state.lastId += 1
    setTypes(state, [...state.types, buildTaskTypeReply({ ...body, id: state.lastId })])
    return findType(state, state.lastId)
  }),
  prepareReply(api.taskTypes.update, ({ params: { id }, body }, state) => {
    const changed = Object.assign(buildTaskTypeReply(findType(state, id)), body)
    setTypes(
      state,
      state.types.map((type) => (type.id === id ? changed : type)),
    )
    return { ...findType(state, id), updated_tasks_count: 0, warnings: [] }
  }),
  prepareReply(api.taskTypes.remove, ({ params: { id } }, state) => {
    findType(state, id)
    setTypes(
      state,
      state.types.filter((type) => type.id !== id),
    )
  }),
  prepareReply(api.taskTypes.reorder, ({ body: { order } }, state) => {
    setTypes(
      state,
      state.types.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
    )
    return succeed('Order updated')
  }),
  prepareReply(api.taskTypes.runGroup, ({ params }, state) => {
    const { name } = findType(state, params.id)
    return succeed(`Running tasks of ${name}`)
  }),
  prepareReply(api.taskTypes.stopGroup, ({ params }, state) => {
    const { name } = findType(state, params.id)
    return succeed(`Stopped tasks of ${name}`)
  }),
]

/** The types with the figures that depend on other types and on tasks. */
function describeTypes({ types, tasks }: ScreenState): TaskType[] {
  const linked = types.map(({ id, name, depends_on_id }) => ({ id, name, dependsOnId: depends_on_id }))
  return types.map((type) => ({
    ...type,
    dependency_chain: dependencyChain({ typeId: type.id, types: linked }).map(({ name }) => name),
    tasks_count: tasks.filter(({ sync_task_type_id }) => sync_task_type_id === type.id).length,
    dependent_types_count: types.filter(({ depends_on_id }) => depends_on_id === type.id).length,
  }))
}

function findType(state: ScreenState, id: number): TaskType {
  const type = describeTypes(state).find((one) => one.id === id)
  if (!type) throw new Refusal('not_found', 'Sync task type not found.')
  return type
}

function setTypes(state: ScreenState, types: TaskType[]): void {
  state.types = types
  setTasks(state, state.tasks)
}

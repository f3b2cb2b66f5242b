import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import { type PreparedReply, prepareReply } from './prepared-reply.ts'
import type { DeletedRecords, ScreenState } from './screen-state.ts'
import { setTasks } from './task-replies.ts'

/** The calls about deleted tasks and types. */
export const trashReplies: readonly PreparedReply[] = [
  prepareReply(api.trash.list, (_, { deleted }) => ({
    entries: deleted.map(({ id, kind, tasks, types }) => ({
      id,
      kind,
      deleted_at: '2026-01-01T00:00:00.000Z',
      deleted_by: 'ada@example.com',
      expires_at: '2099-01-01T00:00:00.000Z',
      count: tasks.length + types.length,
      names: [...types, ...tasks].map(({ name }) => name),
      type_names: types.map(({ name }) => name),
    })),
    has_more: false,
  })),
  prepareReply(api.trash.restore, ({ params }, state) => restore(state, ({ id }) => id === params.id)),
  prepareReply(api.trash.restoreTasks, ({ body: { task_ids } }, state) =>
    restore(state, ({ tasks }) => tasks.some(({ id }) => task_ids.includes(id))),
  ),
  prepareReply(api.trash.remove, ({ params }, state) => {
    state.deleted = state.deleted.filter(({ id }) => id !== params.id)
  }),
]

/** Restores entries of the trash. @throws Refusal when there are none */
function restore(state: ScreenState, isChosen: (entry: DeletedRecords) => boolean) {
  const chosen = state.deleted.filter(isChosen)
  if (chosen.length === 0) throw new Refusal('not_found', 'This is no longer in the trash.')
  state.deleted = state.deleted.filter((entry) => !isChosen(entry))
  const types = chosen.flatMap((entry) => entry.types)
  const tasks = chosen.flatMap((entry) => entry.tasks)
  state.types = [...state.types, ...types]
  setTasks(state, [...state.tasks, ...tasks])
  return { tasks: tasks.length, types: types.map(({ name }) => name), kept: [], kept_count: 0 }
}

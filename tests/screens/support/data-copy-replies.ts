import { api } from '#contract/api.ts'
import { type PreparedReply, prepareReply } from './prepared-reply.ts'
import { findTask } from './task-replies.ts'

/** The calls about copied rows. */
export const dataCopyReplies: readonly PreparedReply[] = [
  prepareReply(api.dataCopy.columns, ({ params }, state) => {
    const { name, task_type } = findTask(state, params.id)
    const { columns } = state.dataCopy
    return {
      title: `${name} (${task_type.name})`,
      available_columns: columns,
      default_selected_columns: columns,
    }
  }),
  prepareReply(api.dataCopy.page, ({ params, query: { sort, order, offset, limit } }, state) => {
    findTask(state, params.id)
    const { rows } = state.dataCopy
    const ordered = rows.toSorted((a, b) => String(a[sort]).localeCompare(String(b[sort])))
    const directed = order === 'asc' ? ordered : ordered.toReversed()
    return { data: (sort === '' ? rows : directed).slice(offset, offset + limit), total_rows: rows.length }
  }),
]

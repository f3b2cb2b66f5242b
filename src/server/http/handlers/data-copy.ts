import { dataCopy } from '#contract/data-copy.ts'
import { parseColumnList } from '#server/csv/column-list.ts'
import { dataCopyPageJson, findDataCopy, keepsCells } from '#server/data-copy/data-copy-pages.ts'
import { createRowOrders } from '#server/data-copy/row-orders.ts'
import { sortColumn } from '#server/data-copy/sort-column.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler, WrittenReply } from '#server/http/handler.ts'
import { requireTaskTitle } from '#server/tasks/read-tasks.ts'

const DEFAULT_COLUMN_COUNT = 8

/** Handlers for the rows copied or verified by a task's last run. */
export function dataCopyHandlers({ database: { orm } }: Pick<Context, 'database'>): Handler[] {
  const { findOrder } = createRowOrders((wanted) => sortColumn(orm, wanted))
  return [
    handler(dataCopy.columns, async ({ params }) => {
      const title = await requireTaskTitle(orm, params.id)
      const columns = (await findDataCopy(orm, params.id))?.columns ?? []
      const listed = { available_columns: columns, default_selected_columns: columns.slice(0, DEFAULT_COLUMN_COUNT) }
      return { title, ...listed, ...(!(await keepsCells(orm, params.id)) && { keeps_cells: false as const }) }
    }),
    handler(dataCopy.page, async ({ params, query, caller, signal }) => {
      const copy = await findDataCopy(orm, params.id)
      if (!copy) return { data: [], total_rows: 0 }
      const sort = query.sort || undefined
      const columns = query.columns ? parseColumnList(query.columns) : undefined
      const page = { ...query, taskId: params.id, copy, sort, columns }
      return new WrittenReply(
        await dataCopyPageJson({ orm, findOrder }, page, { isMember: caller !== undefined, signal }),
      )
    }),
  ]
}

import { dataCopy } from '#contract/data-copy.ts'
import type { Context } from '#server/context.ts'
import { parseColumnList } from '#server/csv/column-list.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { dataCopyColumns, dataCopyPage } from '#server/tasks/data-copy-pages.ts'
import { requireTask, requireTaskTitle } from '#server/tasks/read-tasks.ts'
import { createRowOrders } from '#server/tasks/row-orders.ts'
import { sortColumn } from '#server/tasks/sort-column.ts'

const DEFAULT_COLUMN_COUNT = 8

/** The rows that the last run of a task copied or verified. */
export function dataCopyHandlers({ database: { orm } }: Pick<Context, 'database'>): Handler[] {
  const { orderOf } = createRowOrders((wanted) => sortColumn(orm, wanted))
  return [
    handler(dataCopy.columns, async ({ params }) => {
      const title = await requireTaskTitle(orm, params.id)
      const columns = await dataCopyColumns(orm, params.id)
      return { title, available_columns: columns, default_selected_columns: columns.slice(0, DEFAULT_COLUMN_COUNT) }
    }),
    handler(dataCopy.page, async ({ params, query, caller, signal }) => {
      await requireTask(orm, params.id)
      const sort = query.sort || undefined
      const columns = query.columns ? parseColumnList(query.columns) : undefined
      const request = { ...query, taskId: params.id, sort, columns }
      const page = await dataCopyPage({ orm, orderOf }, request, { isMember: caller !== undefined, signal })
      return { data: page.rows, total_rows: page.totalRows }
    }),
  ]
}

import { dataCopy } from '#contract/data-copy.ts'
import type { Context } from '#server/context.ts'
import { parseColumnList } from '#server/csv/column-list.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { dataCopyColumns, dataCopyPage } from '#server/tasks/data-copies.ts'
import { requireTask, requireTaskTitle } from '#server/tasks/read-tasks.ts'

const DEFAULT_COLUMN_COUNT = 8

/** The rows that the last run of a task copied or verified. */
export function dataCopyHandlers({ database: { orm } }: Pick<Context, 'database'>): Handler[] {
  return [
    handler(dataCopy.columns, async ({ params }) => {
      const title = await requireTaskTitle(orm, params.id)
      const columns = await dataCopyColumns(orm, params.id)
      return { title, available_columns: columns, default_selected_columns: columns.slice(0, DEFAULT_COLUMN_COUNT) }
    }),
    handler(dataCopy.page, async ({ params, query }) => {
      await requireTask(orm, params.id)
      const sort = query.sort || undefined
      const columns = query.columns ? parseColumnList(query.columns) : undefined
      const page = await dataCopyPage(orm, { ...query, taskId: params.id, sort, columns })
      return { data: page.rows, total_rows: page.totalRows }
    }),
  ]
}

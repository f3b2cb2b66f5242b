import { dataCopy } from '#contract/data-copy.ts'
import type { Context } from '#server/context.ts'
import { parseColumnList } from '#server/csv/column-list.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { LastingReply } from '#server/http/versions/lasting-replies.ts'
import { dataCopyPageJson, findDataCopy } from '#server/tasks/data-copy-pages.ts'
import { requireTaskTitle } from '#server/tasks/read-tasks.ts'
import { createRowOrders } from '#server/tasks/row-orders.ts'
import { sortColumn } from '#server/tasks/sort-column.ts'

const DEFAULT_COLUMN_COUNT = 8

/** The rows that the last run of a task copied or verified. */
export function dataCopyHandlers({ database: { orm } }: Pick<Context, 'database'>): Handler[] {
  const { orderOf } = createRowOrders((wanted) => sortColumn(orm, wanted))
  return [
    handler(dataCopy.columns, async ({ params }) => {
      const title = await requireTaskTitle(orm, params.id)
      const columns = (await findDataCopy(orm, params.id))?.columns ?? []
      return { title, available_columns: columns, default_selected_columns: columns.slice(0, DEFAULT_COLUMN_COUNT) }
    }),
    handler(dataCopy.page, async ({ params, query, caller, signal }) => {
      const copy = await findDataCopy(orm, params.id)
      if (!copy) return { data: [], total_rows: 0 }
      const sort = query.sort || undefined
      const columns = query.columns ? parseColumnList(query.columns) : undefined
      const page = { ...query, taskId: params.id, copy, sort, columns }
      const { offset, limit } = query
      const readJson = (from: number) =>
        dataCopyPageJson({ orm, orderOf }, { ...page, offset: from }, { isMember: caller !== undefined, signal })
      const isBetweenPages = offset >= limit && offset + limit < copy.rowCount
      return new LastingReply({
        // The time tells it from one with this ID in a backup that was restored.
        tag: `copy.${copy.id.toString(36)}.${copy.createdAt.getTime().toString(36)}`,
        readJson: () => readJson(offset),
        neighbors: isBetweenPages
          ? {
              previousQuery: { ...query, offset: offset - limit },
              nextQuery: { ...query, offset: offset + limit },
              readNextJson: () => readJson(offset + limit),
            }
          : undefined,
      })
    }),
  ]
}

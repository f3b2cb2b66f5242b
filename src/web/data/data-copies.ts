import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { DATA_COPY_PAGE_ROWS } from '#contract/data-copy.ts'
import { send } from '../lib/call.ts'
import { keyOf, routeQuery } from '../lib/route-query.ts'
import { columnList } from './column-list.ts'

/** The columns of the rows that a task last copied. */
export const dataCopyColumnsQuery = (id: number) => routeQuery(api.dataCopy.columns, { params: { id } })

/** By which column the rows are sorted; null is the order of the sheet. */
export type Sort = { readonly column: string; readonly order: 'asc' | 'desc' } | null

/** Which copied rows are shown, in which columns and order. */
export interface DataCopyView {
  readonly taskId: number
  readonly columns: readonly string[]
  readonly sort: Sort
}

/** The copied rows, a page at a time; a page that is not full is the last. */
export const dataCopyRowsQuery = ({ taskId, columns, sort }: DataCopyView) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(api.dataCopy.page, { params: { id: taskId }, query: {} }), columns, sort],
    queryFn: ({ pageParam, signal }) =>
      send(
        api.dataCopy.page,
        {
          params: { id: taskId },
          query: {
            offset: pageParam,
            limit: DATA_COPY_PAGE_ROWS,
            columns: columnList(columns),
            order: sort?.order ?? 'asc',
            ...(sort && { sort: sort.column }),
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.data.length < DATA_COPY_PAGE_ROWS ? undefined : pages.length * DATA_COPY_PAGE_ROWS,
    // Reading hundreds of pages again because a window came to the front would help nobody.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: columns.length > 0,
  })

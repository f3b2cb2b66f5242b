import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { DATA_COPY_PAGE_ROWS } from '#contract/data-copy.ts'
import { send } from '../lib/call.ts'
import { buildQueryKey, routeQuery } from '../lib/route-query.ts'
import { columnList } from './column-list.ts'

/** The columns of a task's data copy. */
export const dataCopyColumnsQuery = (id: number) => routeQuery(api.dataCopy.columns, { params: { id } })

/** The sorted column and its direction; null for the sheet's own order. */
export type Sort = { readonly column: string; readonly order: 'asc' | 'desc' } | null

/** A task's data copy with the selected columns and sort order. */
export interface DataCopyView {
  readonly taskId: number
  readonly columns: readonly string[]
  readonly sort: Sort
}

/** The copied rows, page by page. A page that is not full is the last page. */
export const dataCopyRowsQuery = ({ taskId, columns, sort }: DataCopyView) =>
  infiniteQueryOptions({
    queryKey: [...buildQueryKey(api.dataCopy.page, { params: { id: taskId }, query: {} }), columns, sort],
    queryFn: ({ pageParam, signal }) =>
      send(
        api.dataCopy.page,
        {
          params: { id: taskId },
          query: {
            offset: pageParam,
            limit: DATA_COPY_PAGE_ROWS,
            sort: sort?.column ?? '',
            order: sort?.order ?? 'asc',
            columns: columnList(columns),
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.data.length < DATA_COPY_PAGE_ROWS ? undefined : pages.length * DATA_COPY_PAGE_ROWS,
    // Never refetch on window focus: it would reload every page.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: columns.length > 0,
  })

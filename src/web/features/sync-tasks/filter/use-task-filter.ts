import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'
import type { TaskFilter } from '../../../data/task-filter.ts'
import { filterFromSearch, pageFromSearch, searchWithFilter, searchWithPage } from './task-filter.ts'

/** The filter and page of the list. They are in the URL, so Back restores them and links can be shared. */
export function useTaskFilter() {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => ({ filter: filterFromSearch(search), page: pageFromSearch(search) }), [search])
  // The router applies a change with a delay. A second change before that must not lose the first.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const change = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => {
      latest.current = next(latest.current)
      setSearch(latest.current, options)
    },
    [setSearch],
  )
  const setFilter = useCallback(
    (filter: Partial<TaskFilter>) =>
      change((now) => searchWithFilter(now, { ...filterFromSearch(now), ...filter }), {
        replace: true,
        preventScrollReset: true,
      }),
    [change],
  )
  const setPage = useCallback((page: number) => change((now) => searchWithPage(now, page)), [change])
  /** Like `setPage`, without a history entry. */
  const replacePage = useCallback(
    (page: number) => change((now) => searchWithPage(now, page), { replace: true }),
    [change],
  )
  return { view, setFilter, setPage, replacePage }
}

import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { TaskFilter } from '../../../data/task-filter.ts'
import { filterFromSearch, pageFromSearch, searchWithFilter, searchWithPage } from './task-filter.ts'

/** The filter and page of the list. They are in the URL, so that Back restores them and links can be shared. */
export function useTaskFilter() {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => ({ filter: filterFromSearch(search), page: pageFromSearch(search) }), [search])
  // The router takes a moment to show a change, and a second one in that moment must keep the first.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const setFilter = useCallback(
    (change: Partial<TaskFilter>) => {
      latest.current = searchWithFilter(latest.current, { ...filterFromSearch(latest.current), ...change })
      setSearch(latest.current, { replace: true, preventScrollReset: true })
    },
    [setSearch],
  )
  const setPage = useCallback((page: number) => setSearch((now) => searchWithPage(now, page)), [setSearch])
  /** Like `setPage`, without a history entry. */
  const replacePage = useCallback(
    (page: number) => setSearch((now) => searchWithPage(now, page), { replace: true }),
    [setSearch],
  )
  return { view, setFilter, setPage, replacePage }
}

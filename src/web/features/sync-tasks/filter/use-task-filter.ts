import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { MAX_TASKS_PAGE } from '#contract/task.ts'
import { filterFromSearch, searchWithFilter, type TaskFilter } from './task-filter.ts'

const PAGE = 'page'

/** The filter and the page of the list, kept in the address so that they survive Back and can be shared. */
export function useTaskFilter() {
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => filterFromSearch(search), [search])
  const setFilter = useCallback(
    (change: Partial<TaskFilter>) =>
      setSearch((now) => searchWithFilter(now, { ...filterFromSearch(now), ...change }), {
        replace: true,
        preventScrollReset: true,
      }),
    [setSearch],
  )
  const setPage = useCallback((page: number) => setSearch((now) => searchWithPage(now, page)), [setSearch])
  /** As `setPage`, without a step that Back would lead to. */
  const replacePage = useCallback(
    (page: number) => setSearch((now) => searchWithPage(now, page), { replace: true }),
    [setSearch],
  )
  return { filter, setFilter, page: pageIn(search), setPage, replacePage }
}

function searchWithPage(search: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(search)
  if (page > 1) next.set(PAGE, String(page))
  else next.delete(PAGE)
  return next
}

function pageIn(search: URLSearchParams): number {
  const page = Number(search.get(PAGE))
  return Number.isInteger(page) && page > 0 ? Math.min(page, MAX_TASKS_PAGE) : 1
}

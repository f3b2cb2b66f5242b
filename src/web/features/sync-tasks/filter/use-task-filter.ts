import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { MAX_TASKS_PAGE } from '#contract/task.ts'
import { filterFromSearch, searchWithFilter, type TaskFilter } from './task-filter.ts'

const PAGE = 'page'

/** The filter and page of the list. They are in the URL, so that Back restores them and links can be shared. */
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
  /** Like `setPage`, without a history entry. */
  const replacePage = useCallback(
    (page: number) => setSearch((now) => searchWithPage(now, page), { replace: true }),
    [setSearch],
  )
  return { filter, setFilter, page: parsePage(search.get(PAGE)), setPage, replacePage }
}

function searchWithPage(search: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(search)
  if (page > 1) next.set(PAGE, String(page))
  else next.delete(PAGE)
  return next
}

function parsePage(text: string | null): number {
  const page = Number(text)
  return Number.isInteger(page) && page > 0 ? Math.min(page, MAX_TASKS_PAGE) : 1
}

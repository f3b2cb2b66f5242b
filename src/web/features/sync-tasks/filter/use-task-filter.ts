import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { TaskFilter } from '../../../data/tasks.ts'
import { filterFromSearch, type ListView, pageFromSearch, searchWithFilter, searchWithPage } from './task-filter.ts'

const TYPING_PAUSE_MS = 250

/** The filter and page of the list. They are in the URL, so that Back restores them and links can be shared. */
export function useTaskFilter() {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => ({ filter: filterFromSearch(search), page: pageFromSearch(search) }), [search])
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
  return { ...view, requested: useRequestedView(view), setFilter, setPage, replacePage }
}

/** The view to request: until the user pauses in typing a name, the one before. */
function useRequestedView(view: ListView): ListView {
  const [requested, setRequested] = useState(view)
  const { name } = view.filter
  const isTyping = name !== '' && name !== requested.filter.name
  if (!isTyping && requested !== view) setRequested(view)
  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(() => setRequested(view), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isTyping, view])
  return isTyping ? requested : view
}

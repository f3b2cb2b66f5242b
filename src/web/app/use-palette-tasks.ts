import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Task } from '#contract/task.ts'
import { MAX_SEARCH_LENGTH } from '#contract/task-routes.ts'
import { NO_FILTER } from '../data/task-filter.ts'
import { taskListQuery } from '../data/tasks.ts'
import { useAuth } from '../data/use-auth.ts'
import { searchedTasks } from './palette-filter.ts'

const TYPING_PAUSE_MS = 250
const NO_TASKS: readonly Task[] = []

/** Tasks that match in the palette: from the first page at once, then from the server's search among all tasks. */
export function usePaletteTasks(query: string): { tasks: readonly Task[]; isSearching: boolean } {
  const { isAuthenticated } = useAuth()
  const wanted = searchedTasks(query).slice(0, MAX_SEARCH_LENGTH)
  const [name] = useDebouncedValue(wanted, TYPING_PAUSE_MS)
  const first = useQuery({ ...taskListQuery(1), enabled: isAuthenticated })
  const found = useQuery({
    ...taskListQuery(1, { ...NO_FILTER, name }),
    enabled: isAuthenticated && name !== '',
    placeholderData: keepPreviousData,
  })
  const onFirstPage = first.data?.syncTasks ?? NO_TASKS
  const elsewhere = (name === '' ? undefined : found.data?.syncTasks) ?? NO_TASKS
  const tasks = useMemo(
    () => [...new Map([...onFirstPage, ...elsewhere].map((task) => [task.id, task])).values()],
    [onFirstPage, elsewhere],
  )
  return { tasks, isSearching: isAuthenticated && wanted !== '' && (wanted !== name || found.isFetching) }
}

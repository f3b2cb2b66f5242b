import { useQueries, useQuery } from '@tanstack/react-query'
import type { Task } from '#contract/task.ts'
import { graphTasksQuery } from './queries.ts'

/** The tasks of all types, page after page; those read so far. */
export function useTypesTasks(): readonly Task[] {
  const pageCount = useQuery(graphTasksQuery(1)).data?.totalPages ?? 1
  return useQueries({
    queries: Array.from({ length: pageCount }, (_, index) => graphTasksQuery(index + 1)),
    combine: tasksOfPages,
  })
}

// Stands outside so that its answer keeps its identity while no page changes.
function tasksOfPages(pages: { data?: { syncTasks: Task[] } | undefined }[]): Task[] {
  return pages.flatMap(({ data }) => data?.syncTasks ?? [])
}

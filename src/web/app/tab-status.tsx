import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { SeenProgress } from '#contract/task-progress.ts'
import { pluralize } from '#domain/pluralize.ts'
import { applyProgress } from '../data/task-cache.ts'
import { taskStatusQuery } from '../data/tasks.ts'
import { useAuth } from '../data/use-auth.ts'
import { TabPrefix } from '../ui/tab-title.tsx'

/**
 * Watches the status of all tasks while the user is signed in: applies it to the cached tasks and shows running tasks and
 * errors in the tab's title and icon.
 */
export function TabStatus({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const { isAuthenticated } = useAuth()
  const progress = useQuery({ ...taskStatusQuery(), enabled: isAuthenticated }).data?.all_running_status
  useEffect(() => {
    if (progress) void applyProgress(queryClient, progress)
  }, [progress, queryClient])

  const { running, errors } = countTasks(isAuthenticated ? progress : undefined)
  useFavicon(running > 0 ? '/favicon-running.svg' : errors > 0 ? '/favicon-failed.svg' : '/favicon.svg')
  return <TabPrefix value={describePrefix(running, errors)}>{children}</TabPrefix>
}

function countTasks(progress: Readonly<Record<string, SeenProgress>> | undefined) {
  const all = Object.values(progress ?? {})
  return {
    running: all.filter(({ running_status }) => running_status).length,
    errors: all.filter(({ task_status }) => task_status === 'Error').length,
  }
}

function describePrefix(running: number, errors: number): string {
  if (running > 0) return `(${running} running) `
  return errors > 0 ? `(${pluralize(errors, 'error')}) ` : ''
}

function useFavicon(path: string): void {
  useEffect(() => {
    document.querySelector('link[rel="icon"]')?.setAttribute('href', path)
  }, [path])
}

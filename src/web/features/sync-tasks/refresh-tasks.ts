import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { keyOf } from '../../lib/route-query.ts'

/** Reads the shown tasks and their states again; resolves once they are there. */
export async function reloadTasks(queryClient: QueryClient): Promise<void> {
  const routes = [api.tasks.list, api.tasks.get, api.tasks.statusAll]
  await Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: keyOf(route) })))
}

/** As `reloadTasks`, in the background. */
export function refreshTasks(queryClient: QueryClient): void {
  void reloadTasks(queryClient)
}

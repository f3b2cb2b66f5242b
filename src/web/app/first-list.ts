import type { QueryClient } from '@tanstack/react-query'
import type { DataRouter } from 'react-router'
import { appInfoQuery } from '../data/app-info.ts'
import type { AuthStore } from '../data/auth-store.ts'
import { taskTypesQuery } from '../data/task-types.ts'
import { taskListQuery } from '../data/tasks.ts'
import { paths } from '../lib/paths.ts'

/** Maximum wait for the list before the page shows its frame without it. */
const MAX_WAIT_MS = 400

interface Deps {
  auth: AuthStore
  queryClient: QueryClient
  router: DataRouter
}

/**
 * Waits until the list of tasks can be shown, if the page opens with it. A page shown earlier would be rendered and laid out
 * several times. The wait is short because the browser requests the list while the scripts load.
 */
export async function firstListRead(deps: Deps): Promise<void> {
  const { pathname, search } = window.location
  if (pathname !== paths.tasks || search !== '') return
  await Promise.race([readList(deps), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
}

async function readList({ auth, queryClient, router }: Deps): Promise<void> {
  if (!(await auth.check())) return
  await Promise.allSettled([
    queryClient.query(taskListQuery(1)),
    queryClient.query(taskTypesQuery()),
    queryClient.query(appInfoQuery()),
    isInitialized(router),
  ])
}

/** Waits until the router has found the screen to show. */
function isInitialized(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      unsubscribe()
      resolve()
    })
  })
}

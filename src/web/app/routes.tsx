import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import type { OpenScreen } from '#contract/route.ts'
import { appInfoQuery } from '../data/app-info.ts'
import type { AuthStore } from '../data/auth-store.ts'
import { redirectAfterSignIn, requireSignIn } from '../features/auth/guard.ts'
import { HomePage } from '../features/home/home-page.tsx'
import { LoadingSpinner } from '../ui/loading-spinner.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { ScreenError } from './screen-error.tsx'
import { Shell } from './shell.tsx'

interface Needs {
  auth: AuthStore
  queryClient: QueryClient
}

/** Every screen of the app; all but the first are loaded when they are opened. */
export function createRouter(needs: Needs) {
  return createBrowserRouter([
    {
      Component: Shell,
      ErrorBoundary: ScreenError,
      HydrateFallback: LoadingSpinner,
      children: [{ ErrorBoundary: ScreenError, HydrateFallback: LoadingSpinner, children: screens(needs) }],
    },
  ])
}

function screens({ auth, queryClient }: Needs): RouteObject[] {
  const signedIn = { loader: requireSignIn(auth), shouldRevalidate: whenPathChanges }
  const open = (screen: OpenScreen) => ({
    loader: requireUnlessOpen(screen, { auth, queryClient }),
    shouldRevalidate: whenPathChanges,
  })
  return [
    { path: '/', loader: redirectAfterSignIn(auth), Component: HomePage },
    {
      path: '/sync_tasks',
      ...signedIn,
      lazy: page(async () => (await import('../features/sync-tasks/tasks-page.tsx')).TasksPage),
    },
    {
      path: '/sync_tasks/:id',
      ...signedIn,
      lazy: page(async () => (await import('../features/sync-tasks/task-page.tsx')).TaskPage),
    },
    {
      path: '/sync_tasks/:id/logs',
      ...signedIn,
      lazy: page(async () => (await import('../features/task-logs/task-logs-page.tsx')).TaskLogsPage),
    },
    {
      path: '/sync_tasks/:id/data_copy',
      ...open('data_copy'),
      lazy: page(async () => (await import('../features/data-copy/data-copy-page.tsx')).DataCopyPage),
    },
    {
      path: '/schedule',
      ...open('schedule'),
      lazy: page(async () => (await import('../features/scheduled-tasks/scheduled-tasks-page.tsx')).ScheduledTasksPage),
    },
    {
      path: '/dev',
      ...open('dev'),
      lazy: page(async () => (await import('../features/dev-logs/dev-logs-page.tsx')).DevLogsPage),
    },
    {
      path: '/import_export',
      ...open('import_export'),
      lazy: page(async () => (await import('../features/import-export/import-export-page.tsx')).ImportExportPage),
    },
    {
      path: '/settings',
      ...signedIn,
      lazy: page(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
    },
    {
      path: '/sync_task_types',
      ...signedIn,
      lazy: page(async () => (await import('../features/task-types/task-types-page.tsx')).TaskTypesPage),
    },
    { path: '*', Component: NotFoundPage },
  ]
}

function page(load: () => Promise<ComponentType>) {
  return async () => ({ Component: await load() })
}

/** Filters live in the query string: changing one must not ask again who is signed in. */
function whenPathChanges({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}

/** An installation may close a screen that is open elsewhere. */
function requireUnlessOpen(screen: OpenScreen, { auth, queryClient }: Needs) {
  const guard = requireSignIn(auth)
  return async (args: { request: Request }): Promise<null> => {
    const info = await queryClient.query(appInfoQuery()).catch(() => undefined)
    return info === undefined || info.open_screens.includes(screen) ? null : guard(args)
  }
}

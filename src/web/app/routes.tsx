import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import type { ScreenAccess } from '#contract/route.ts'
import { appInfoQuery } from '../data/app-info.ts'
import type { AuthStore } from '../data/auth-store.ts'
import { redirectAfterSignIn, requireSignIn } from '../features/auth/guard.ts'
import { paths } from '../lib/paths.ts'
import { LoadingSpinner } from '../ui/loading-spinner.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { ScreenError } from './screen-error.tsx'
import { screens } from './screens.tsx'
import { Shell } from './shell.tsx'

interface Deps {
  auth: AuthStore
  queryClient: QueryClient
}

/** Addresses of release 3.0.0, which alerts and bookmarks still link to. */
const FORMER_ADDRESSES: RouteObject[] = [
  {
    path: '/settings/activity',
    loader: ({ request }: LoaderFunctionArgs) => redirect(paths.activity + new URL(request.url).search),
  },
  { path: '/settings/trash', loader: () => redirect(paths.trash) },
  {
    path: '/timeline',
    loader: ({ request }: LoaderFunctionArgs) => redirect(paths.runs + new URL(request.url).search),
  },
]

/** Builds the router; each screen's script is loaded when the screen is opened. */
export function createRouter(deps: Deps) {
  return createBrowserRouter([
    {
      Component: Shell,
      ErrorBoundary: ScreenError,
      HydrateFallback: LoadingSpinner,
      children: [{ ErrorBoundary: ScreenError, HydrateFallback: LoadingSpinner, children: routesOfScreens(deps) }],
    },
  ])
}

function routesOfScreens(deps: Deps): RouteObject[] {
  const routes = screens.flatMap(({ path, access, load }): RouteObject[] =>
    load
      ? [
          {
            path,
            // After every sign-in, the server redirects to the home page.
            ...(path === paths.home
              ? { loader: redirectAfterSignIn(deps.auth) }
              : { loader: guardFor(access, deps), shouldRevalidate: isOnOtherPath }),
            lazy: async () => ({ Component: await load() }),
          },
        ]
      : [],
  )
  return [...routes, ...FORMER_ADDRESSES, { path: '*', Component: NotFoundPage }]
}

/** Lets visitors in where the installation allows it; everywhere else requires a sign-in. */
function guardFor(access: ScreenAccess, { auth, queryClient }: Deps) {
  const requireMember = requireSignIn(auth)
  return async (args: LoaderFunctionArgs): Promise<null> => {
    if (access === 'anyone') return null
    if (access === 'member') return requireMember(args)
    const info = await queryClient.query(appInfoQuery()).catch(() => undefined)
    return info === undefined || info.open_screens.includes(access) ? null : requireMember(args)
  }
}

/** Compares only the path, so that a filter in the query string can change without another check of the sign-in. */
function isOnOtherPath({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}

import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { AppInfo } from '#contract/operation.ts'
import { OPEN_SCREENS, type OpenScreen } from '#contract/route.ts'
import { DEFAULT_TIMEZONE } from '#contract/schedule.ts'
import { routeQuery } from '../lib/route-query.ts'

/** Information about this installation; it does not change while a page is open. */
export const appInfoQuery = () =>
  queryOptions({ ...routeQuery(api.operations.info), staleTime: Number.POSITIVE_INFINITY })

/** Values from the specification, for a server that does not describe itself. */
const SPECIFIED: AppInfo = {
  version: '3.0.0',
  sign_in: 'google',
  spreadsheets: 'google',
  spreadsheet_url: 'https://docs.google.com/spreadsheets/d/{id}',
  timezone: DEFAULT_TIMEZONE,
  open_screens: [...OPEN_SCREENS],
}

/** Information about this installation; undefined until it has loaded. */
export function useAppInfo(): AppInfo | undefined {
  const { data, isError } = useQuery(appInfoQuery())
  return data ?? (isError ? SPECIFIED : undefined)
}

/** Whether the first request for the information is still pending. A retry after a failure does not count. */
export function useAwaitsAppInfo(): boolean {
  const { isFetched, failureCount } = useQuery(appInfoQuery())
  return !isFetched && failureCount === 0
}

/**
 * Whether the server describes itself, as ours does. Only then make calls beyond the specification: a server that only
 * follows the specification would reject them.
 */
export function useHasExtraCalls(): boolean {
  return useQuery(appInfoQuery()).isSuccess
}

/** Whether the server has extra calls, for code outside of components. */
export function hasExtraCalls(queryClient: QueryClient): boolean {
  return queryClient.getQueryData(appInfoQuery().queryKey) !== undefined
}

/** Returns the version to send with a change. Undefined on other servers, where the field may mean something else. */
export function sentVersion(queryClient: QueryClient, version: string): string | undefined {
  return hasExtraCalls(queryClient) ? version : undefined
}

/** Screens open without a sign-in, according to the server; none until it has responded. */
export function useOpenScreens(): readonly OpenScreen[] {
  return useQuery(appInfoQuery()).data?.open_screens ?? []
}

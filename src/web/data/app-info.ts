import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { AppInfo } from '#contract/operation.ts'
import { routeQuery } from '../lib/route-query.ts'

/** Information about this installation; it does not change while a page is open. */
export const appInfoQuery = () =>
  queryOptions({ ...routeQuery(api.operations.info), staleTime: Number.POSITIVE_INFINITY })

/** Information about this installation; undefined until it has loaded. */
export function useAppInfo(): AppInfo | undefined {
  return useQuery(appInfoQuery()).data
}

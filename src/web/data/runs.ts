import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** Push events refetch the history at once; this is the fallback for pages without a push connection. */
const REFRESH_MS = 60_000

/** The runs of the last hours. */
export const runHistoryQuery = (hours: number) =>
  queryOptions({ ...routeQuery(api.runs.list, { query: { hours } }), refetchInterval: REFRESH_MS })

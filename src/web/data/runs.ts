import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'
import { FULL_REFRESH_MS } from './polling.ts'

/** The runs of the last hours. */
export const runHistoryQuery = (hours: number) =>
  queryOptions({ ...routeQuery(api.runs.list, { query: { hours } }), refetchInterval: FULL_REFRESH_MS })

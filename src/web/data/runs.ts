import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** What is pushed makes the history be read again at once; this is for pages that hear of nothing. */
const REFRESH_MS = 60_000

/** The runs of the last hours. */
export const runHistoryQuery = (hours: number) =>
  queryOptions({ ...routeQuery(api.runs.list, { query: { hours } }), refetchInterval: REFRESH_MS })

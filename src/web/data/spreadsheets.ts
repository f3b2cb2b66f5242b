import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

const STALE_MS = 60_000

/** Title and tabs of a spreadsheet, if the server can read it. Never retried: it is optional. */
export const spreadsheetQuery = (id: string) =>
  queryOptions({
    ...routeQuery(api.spreadsheets.get, { params: { id } }),
    staleTime: STALE_MS,
    retry: false,
  })

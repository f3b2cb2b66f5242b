import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

const STALE_MS = 60_000

/** Title and tabs of a spreadsheet, where the server may read it; not asked again, since it is only a convenience. */
export const spreadsheetQuery = (id: string) =>
  queryOptions({
    ...routeQuery(api.spreadsheets.get, { params: { id } }),
    staleTime: STALE_MS,
    retry: false,
  })

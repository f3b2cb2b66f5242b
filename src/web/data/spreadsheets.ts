import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { routeQuery } from '../lib/route-query.ts'

/** Title and tabs of a spreadsheet, if the server can read it. Never retried: it is optional. */
export const spreadsheetQuery = (id: string) =>
  queryOptions({
    ...routeQuery(api.spreadsheets.get, { params: { id } }),
    staleTime: MINUTE_MS,
    retry: false,
  })

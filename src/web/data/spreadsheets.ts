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

/** Tries a shape on the first rows of a source, if the server can read it. */
export const shapeTrialQuery = ({
  id,
  ...query
}: {
  id: string
  tab: string
  start_row: number
  columns: string
  rows: string
  more_sources: string
  source_column: string
  hidden_rows: string
}) =>
  queryOptions({
    ...routeQuery(api.spreadsheets.tryShape, { params: { id }, query }),
    staleTime: MINUTE_MS,
    retry: false,
  })

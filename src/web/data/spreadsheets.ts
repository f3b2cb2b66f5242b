import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { CallInput } from '#contract/route.ts'
import type { FileSearch } from '#contract/spreadsheet.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { polled } from '../lib/read-schedule.ts'
import { buildQueryKey, routeQuery } from '../lib/route-query.ts'

/** The spreadsheets the account of a task can open. Never retried: a link can be pasted instead. */
export const fileSearchQuery = (query: CallInput<typeof api.spreadsheets.search>['query']) =>
  queryOptions({
    ...routeQuery(api.spreadsheets.search, { query }),
    staleTime: MINUTE_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** The titles of files that searches have found, by ID. */
export function foundTitles(queryClient: QueryClient): ReadonlyMap<string, string> {
  const searches = queryClient.getQueriesData<FileSearch>({ queryKey: buildQueryKey(api.spreadsheets.search) })
  return new Map(searches.flatMap(([, found]) => found?.files ?? []).map(({ id, title }) => [id, title]))
}

/** Checks of an unshared spreadsheet: often at first, then more seldom, and no more after eight minutes. */
const CHECKS = [
  { until: 12, everyMs: 5 * SECOND_MS },
  { until: 40, everyMs: 15 * SECOND_MS },
]

/** Time until an unshared spreadsheet is checked again, after so many checks; false once checking is left to people. */
export function nextCheckMs(checks: number): number | false {
  return CHECKS.find(({ until }) => checks < until)?.everyMs ?? false
}

/** Whether a task could use a spreadsheet. An unshared spreadsheet on a visible page is checked again automatically. */
export const fileAccessQuery = ({ id, ...query }: FileAccessInput) =>
  polled(
    queryOptions({
      ...routeQuery(api.spreadsheets.checkAccess, { params: { id }, query }),
      staleTime: ({ state: { data } }) => (data?.is_ready ? MINUTE_MS : 0),
      retry: false,
    }),
    ({ data, dataUpdateCount }) => data?.needs_sharing === true && nextCheckMs(dataUpdateCount),
  )

type FileAccessInput = { id: string } & Required<CallInput<typeof api.spreadsheets.checkAccess>['query']>

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
  target_ss_id: string
  source_column: string
  hidden_rows: string
  split_by: string
}) =>
  queryOptions({
    ...routeQuery(api.spreadsheets.tryShape, { params: { id }, query }),
    staleTime: MINUTE_MS,
    retry: false,
  })

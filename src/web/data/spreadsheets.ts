import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { CallInput } from '#contract/route.ts'
import type { FileSearch } from '#contract/spreadsheet.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { polled } from '../lib/read-schedule.ts'
import { buildQueryKey, routeQuery } from '../lib/route-query.ts'

/** Searches the spreadsheets that a task's account can open. Never retried, because a link can be pasted instead. */
export const fileSearchQuery = (query: CallInput<typeof api.spreadsheets.search>['query']) =>
  queryOptions({
    ...routeQuery(api.spreadsheets.search, { query }),
    staleTime: MINUTE_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Titles of the files found by earlier searches, by ID. */
export function foundTitles(queryClient: QueryClient): ReadonlyMap<string, string> {
  const searches = queryClient.getQueriesData<FileSearch>({ queryKey: buildQueryKey(api.spreadsheets.search) })
  return new Map(searches.flatMap(([, found]) => found?.files ?? []).map(({ id, title }) => [id, title]))
}

/** Intervals between checks of an unshared spreadsheet: short at first, then longer. Checks stop after eight minutes. */
const CHECKS = [
  { until: 12, everyMs: 5 * SECOND_MS },
  { until: 40, everyMs: 15 * SECOND_MS },
]

/** Time until the next check of an unshared spreadsheet, after `checks` checks; false once people must check it themselves. */
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

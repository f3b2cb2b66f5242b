import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ChangeKind } from '#contract/change-kind.ts'
import { CHANGES_PAGE_SIZE } from '#contract/change-set.ts'
import { formatAddress } from '#contract/format-address.ts'
import { polled } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'
import { RUN_POLL_MS } from './polling.ts'

/** Selects changed cells of a run. */
export interface ChangesView {
  readonly taskId: number
  readonly runId: number
  readonly kind: ChangeKind | undefined
  /** Counted from 1. */
  readonly column: number | undefined
  /** The value of a target; undefined for all targets. */
  readonly target?: string | undefined
  /** Whether the run may still change cells. */
  readonly isInProgress: boolean
}

/** Time that an unused page of changes stays cached. It is short because scrolling loads many pages. */
const KEPT_MS = 30_000

const toInput = ({ taskId, runId, kind, column, target: value }: ChangesView) => ({
  params: { id: taskId, run: runId },
  query: { ...(kind && { kind }), ...(column !== undefined && { column }), ...(value !== undefined && { value }) },
})

/** A page of changed cells, counted from 0, with the summary of all. */
export const changesQuery = (view: ChangesView, page: number) => {
  const { params, query } = toInput(view)
  const part = { offset: page * CHANGES_PAGE_SIZE, limit: CHANGES_PAGE_SIZE }
  const { queryKey, queryFn } = routeQuery(api.changeSets.page, { params, query: { ...query, ...part } })
  const options = queryOptions({
    // A page read while the run was in progress may lack cells.
    queryKey: [...queryKey, view.isInProgress],
    ...(queryFn && { queryFn }),
    staleTime: view.isInProgress ? 0 : Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  })
  return view.isInProgress ? polled(options, RUN_POLL_MS) : options
}

/** The address for downloading the selected cells as CSV. */
export const changesExportAddress = (view: ChangesView) => formatAddress(api.changeSets.exportCsv, toInput(view))

import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ActivityKind } from '#contract/activity-kind.ts'
import { api } from '#contract/api.ts'
import { formatAddress } from '#contract/format-address.ts'
import { send } from '../lib/call.ts'
import { buildQueryKey } from '../lib/route-query.ts'

export interface ActivityFilter {
  kind?: ActivityKind | undefined
  who?: string | undefined
  taskId?: number | undefined
  /** Leaves out entries that concern only runs. */
  withoutRuns?: boolean
  withoutSignIns?: boolean
}

const buildQuery = ({ kind, who, taskId, withoutRuns, withoutSignIns }: ActivityFilter) => ({
  ...(withoutRuns && { without_runs: 'true' as const }),
  ...(withoutSignIns && { without_sign_ins: 'true' as const }),
  ...(kind && { kind }),
  ...(who && { who }),
  ...(taskId !== undefined && { task_id: taskId }),
})

/** Reads who changed what, newest first, page by page. Never retried for a task, because its page also works without it. */
export const activityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: buildQueryKey(api.activity.list, { query: buildQuery(filter) }),
    queryFn: ({ pageParam, signal }) => {
      const older = pageParam === null ? {} : { before_id: pageParam }
      return send(api.activity.list, { query: { ...buildQuery(filter), ...older } }, { signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, has_more }) => (has_more ? (entries.at(-1)?.id ?? null) : null),
    ...(filter.taskId !== undefined && { retry: false }),
  })

/** The address for downloading the selected entries as CSV. */
export const activityExportAddress = (filter: ActivityFilter) =>
  formatAddress(api.activity.exportCsv, { query: buildQuery(filter) })

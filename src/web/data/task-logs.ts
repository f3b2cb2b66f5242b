import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

const BACKUP_POLL_MS = 12_000

/** A task's log. New lines arrive by push; polling is the fallback while the push connection is down. */
export const taskLogsQuery = (id: number) =>
  queryOptions({ ...routeQuery(api.taskLogs.list, { params: { id } }), refetchInterval: BACKUP_POLL_MS })

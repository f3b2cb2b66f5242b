import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'
import { FULL_REFRESH_MS } from './polling.ts'

const TASK_RUNS = 20

/** The runs of the last hours. */
export const runHistoryQuery = (hours: number) =>
  queryOptions({ ...routeQuery(api.runs.list, { query: { hours } }), refetchInterval: FULL_REFRESH_MS })

/** The last runs of a task, newest first. Never retried: they are optional. */
export const taskRunsQuery = (taskId: number) =>
  queryOptions({
    ...routeQuery(api.runs.list, { query: { task_id: String(taskId), limit: TASK_RUNS } }),
    select: ({ runs }) => runs.filter(({ task_id }) => task_id === taskId).slice(0, TASK_RUNS),
    retry: false,
  })

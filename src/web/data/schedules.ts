import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'
import { FULL_REFRESH_MS } from './polling.ts'

/** All scheduled entries. */
export const scheduledTasksQuery = () =>
  queryOptions({ ...routeQuery(api.schedules.list), refetchInterval: FULL_REFRESH_MS })

/** The daily times of Run All. */
export const runAllScheduleQuery = () => routeQuery(api.schedules.runAll)

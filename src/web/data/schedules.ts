import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** Keeps the next run times current. */
const REFRESH_MS = 60_000

/** All scheduled entries. */
export const scheduledTasksQuery = () =>
  queryOptions({ ...routeQuery(api.schedules.list), refetchInterval: REFRESH_MS })

/** The daily times of Run All. */
export const runAllScheduleQuery = () => routeQuery(api.schedules.runAll)

import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** Once a time of day has come, the next one is a day away. */
const REFRESH_MS = 60_000

/** Everything that runs by the clock. */
export const scheduledTasksQuery = () =>
  queryOptions({ ...routeQuery(api.schedules.list), refetchInterval: REFRESH_MS })

/** The times at which all tasks are run. */
export const runAllScheduleQuery = () => routeQuery(api.schedules.runAll)

import { api } from '#contract/api.ts'
import { routeQuery } from '../../lib/route-query.ts'

/** Everything that runs by the clock. */
export const scheduledTasksQuery = () => routeQuery(api.schedules.list)

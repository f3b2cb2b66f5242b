import { api } from '#contract/api.ts'
import { routeQuery } from '../../lib/route-query.ts'

/** The times at which all tasks are run. */
export const runAllScheduleQuery = () => routeQuery(api.schedules.runAll)

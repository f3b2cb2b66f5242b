import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** All task types in their order. */
export const taskTypesQuery = () => routeQuery(api.taskTypes.list)

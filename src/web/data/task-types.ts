import { api } from '#contract/api.ts'
import { liveQuery } from './live-query.ts'

/** All task types in their order. */
export const taskTypesQuery = () => liveQuery(api.taskTypes.list, (types) => types)

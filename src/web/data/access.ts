import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** What tasks may do with the user's spreadsheets. */
export const myAccessQuery = () => routeQuery(api.access.get)

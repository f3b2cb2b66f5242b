import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** Reads which access tasks have to the user's spreadsheets. */
export const myAccessQuery = () => routeQuery(api.access.get)

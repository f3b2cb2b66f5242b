import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** Where the user is signed in. */
export const sessionsQuery = () => routeQuery(api.sessions.list)

import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** Browsers where the user is signed in. */
export const sessionsQuery = () => routeQuery(api.sessions.list)

import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** Reads whether the user's spreadsheets are connected, and which tasks may use the access. */
export const myAccessQuery = () => routeQuery(api.access.get)

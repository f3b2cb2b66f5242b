import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** The user's API tokens. */
export const apiTokensQuery = () => routeQuery(api.apiTokens.list)

/** Tokens of other people, for administrators. */
export const othersTokensQuery = () => routeQuery(api.apiTokens.listOfOthers)

import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** The alerts the signed-in person gets by mail. */
export const myAlertsQuery = () => routeQuery(api.myAlerts.get)

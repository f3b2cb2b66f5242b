import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'

/** Settings for the alerts that the signed-in person gets by mail. */
export const myAlertsQuery = () => routeQuery(api.myAlerts.get)

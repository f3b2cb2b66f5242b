import { api } from '#contract/api.ts'
import { polled } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'
import { POLL_MS, RUN_POLL_MS } from './polling.ts'

/** Channels that receive alerts. */
export const alertChannelsQuery = () => polled(routeQuery(api.alertChannels.list), POLL_MS)

/** The last deliveries of a channel. */
export const deliveriesQuery = (id: number) =>
  polled(routeQuery(api.alertChannels.deliveries, { params: { id } }), RUN_POLL_MS)

import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { routeQuery } from '../lib/route-query.ts'
import { POLL_MS, RUN_POLL_MS } from './polling.ts'

/** The channels that alerts are sent to. */
export const alertChannelsQuery = () =>
  queryOptions({ ...routeQuery(api.alertChannels.list), refetchInterval: POLL_MS })

/** The last deliveries of a channel. */
export const deliveriesQuery = (id: number) =>
  queryOptions({ ...routeQuery(api.alertChannels.deliveries, { params: { id } }), refetchInterval: RUN_POLL_MS })

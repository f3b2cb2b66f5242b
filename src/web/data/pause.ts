import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { polled } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'
import { FULL_REFRESH_MS } from './polling.ts'

/** The pause of everything. */
export const pauseQuery = () => polled(queryOptions({ ...routeQuery(api.pauses.get), retry: false }), FULL_REFRESH_MS)

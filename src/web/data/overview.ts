import { api } from '#contract/api.ts'
import { readStatus } from '../lib/call-error.ts'
import { polled } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'
import { FULL_REFRESH_MS, POLL_MS } from './polling.ts'

/** Reads tasks that need attention, runs in progress, last night's result and the next times. Some servers lack this call. */
export const overviewQuery = () =>
  polled(routeQuery(api.overview.get), ({ data, error }) => {
    if (readStatus(error) === 404) return false
    return data && data.in_progress.count > 0 ? POLL_MS : FULL_REFRESH_MS
  })

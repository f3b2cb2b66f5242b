import { api } from '#contract/api.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { polled } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'

const WHILE_FAILING_MS = 5 * SECOND_MS

/** How the installation is connected to Google. Polled, more often while a check fails. */
export const googleSetupQuery = () =>
  polled(routeQuery(api.googleSetup.get), ({ data }) =>
    data?.checks.every(({ state }) => state !== 'failed') ? MINUTE_MS : WHILE_FAILING_MS,
  )

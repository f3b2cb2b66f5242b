import { api } from '#contract/api.ts'
import { SECOND_MS } from '#domain/time.ts'
import { polled } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'

/** The check of all tasks' access, read again while it goes on. */
export const accessCheckQuery = () =>
  polled(routeQuery(api.accessCheck.get), ({ data }) => (data?.is_checking ? SECOND_MS : false))

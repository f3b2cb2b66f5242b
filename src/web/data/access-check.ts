import { api } from '#contract/api.ts'
import { SECOND_MS } from '#domain/time.ts'
import { polled } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'

/** The check whether all tasks can access their spreadsheets, polled while it is in progress. */
export const accessCheckQuery = () =>
  polled(routeQuery(api.accessCheck.get), ({ data }) => (data?.is_checking ? SECOND_MS : false))

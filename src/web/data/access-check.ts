import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { SECOND_MS } from '#domain/time.ts'
import { routeQuery } from '../lib/route-query.ts'

/** The check of all tasks' access, read again while it goes on. */
export const accessCheckQuery = () =>
  queryOptions({
    ...routeQuery(api.accessCheck.get),
    refetchInterval: ({ state: { data } }) => (data?.is_checking ? SECOND_MS : false),
  })

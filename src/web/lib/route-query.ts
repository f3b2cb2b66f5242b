import { queryOptions } from '@tanstack/react-query'
import type { CallArgs, CallInput, ReadReply, Route } from '#contract/route.ts'
import { send } from './call.ts'

/**
 * Builds the query key of a route's reply from its path and input. `buildQueryKey(route)` without input is the prefix of all
 * keys of the route, so all its replies can be invalidated at once.
 */
export function buildQueryKey<const R extends Route>(route: R, input?: CallInput<R>): readonly unknown[] {
  const { params, query } = (input ?? {}) as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  if (!params && !query) return [route.path]
  return [route.path, Object.fromEntries(Object.entries({ ...params, ...query }).map(([k, v]) => [k, String(v)]))]
}

/** Builds the query options for reading a route. Spread them to add more options. */
export function routeQuery<const R extends Route>(route: R, ...[input]: CallArgs<R>) {
  return queryOptions<ReadReply<R>>({
    queryKey: buildQueryKey(route, input),
    queryFn: ({ signal }) => send(route, input, { signal }),
  })
}

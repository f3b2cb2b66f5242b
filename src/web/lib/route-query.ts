import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CallInput, Reply, Route } from '#contract/route.ts'
import { type CallArgs, send } from './call.ts'

/**
 * The cache key of a route's reply: its path, then what was asked. A bare `keyOf(route)` is the prefix of
 * every reply of that route, so that all of them can be invalidated at once.
 */
export function keyOf<const R extends Route>(route: R, input?: CallInput<R>): readonly unknown[] {
  const { params, query } = (input ?? {}) as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  if (!params && !query) return [route.path]
  return [route.path, Object.fromEntries(Object.entries({ ...params, ...query }).map(([k, v]) => [k, String(v)]))]
}

/** Key and function of a query that reads a route; further options are spread beside it. */
export function routeQuery<const R extends Route>(route: R, ...[input]: CallArgs<R>) {
  return queryOptions<Reply<R>>({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => send(route, input, { signal }),
  })
}

/** Marks every cached reply of the routes as stale; resolves once those on the screen have been read again. */
export async function invalidate(queryClient: QueryClient, ...routes: Route[]): Promise<void> {
  await Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: keyOf(route) })))
}

import { hashKey, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { PushEvent } from '#contract/event.ts'
import type { CallArgs, ReadReply, Route } from '#contract/route.ts'
import { readUnlessLive } from '../lib/call.ts'
import { buildQueryKey } from '../lib/route-query.ts'
import { findLiveState } from './live-state.ts'

/** Returns the reply with an event applied. */
export type Patch<R extends Route> = (
  reply: ReadReply<R>,
  change: { event: PushEvent; queryKey: QueryKey; queryClient: QueryClient },
) => ReadReply<R>

/** Reads a route with a reply that events keep up to date. While events arrive, a poll costs almost nothing. */
export function liveQuery<const R extends Route>(route: R, patch: Patch<R>, ...[input]: CallArgs<R>) {
  return queryOptions<ReadReply<R>>({
    queryKey: buildQueryKey(route, input),
    queryFn: async ({ client, queryKey, signal }): Promise<ReadReply<R>> => {
      const live = findLiveState(client)
      const arrived: PushEvent[] = []
      live.arrivedDuring.add(arrived)
      try {
        const read = await readUnlessLive(route, input, { position: findPosition(client, queryKey), signal })
        if (read) {
          live.readAt.set(hashKey(queryKey), read.position)
          return patchAll(read.reply, { patch, arrived, queryKey, queryClient: client })
        }
        const cached = client.getQueryState<ReadReply<R>>(queryKey)?.data
        if (cached === undefined) throw new Error('A reply that was never read is unchanged')
        return cached
      } finally {
        live.arrivedDuring.delete(arrived)
      }
    },
  })
}

/** The stream position up to which events have kept a cached reply current; undefined if they have not. */
function findPosition(queryClient: QueryClient, queryKey: QueryKey): string | undefined {
  const state = queryClient.getQueryState(queryKey)
  return state?.data === undefined || state.isInvalidated ? undefined : findLiveState(queryClient).position
}

interface Arrived<R extends Route> {
  patch: Patch<R>
  arrived: readonly PushEvent[]
  queryKey: QueryKey
  queryClient: QueryClient
}

function patchAll<R extends Route>(reply: ReadReply<R>, { patch, arrived, ...cached }: Arrived<R>): ReadReply<R> {
  let patched = reply
  for (const event of arrived) patched = patch(patched, { event, ...cached })
  return patched
}

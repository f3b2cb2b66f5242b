import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { PushEvent } from '#contract/event.ts'
import type { CallArgs, CallInput, ReadReply, Route } from '#contract/route.ts'
import { readUnlessUnchanged } from '../lib/call.ts'
import { keyOf } from '../lib/route-query.ts'
import { type LiveState, liveStateOf } from './live-state.ts'

/** Of more addresses, replies are not kept. */
const MAX_REPLIES = 12

/** What an event makes of a reply. */
export type Patch<R extends Route> = (
  reply: ReadReply<R>,
  change: { event: PushEvent; queryKey: QueryKey; queryClient: QueryClient },
) => ReadReply<R>

/** Reads a route whose reply is kept up to date by events. While they arrive, a poll costs nearly nothing. */
export function liveQuery<const R extends Route>(route: R, patch: Patch<R>, ...[input]: CallArgs<R>) {
  return queryOptions<ReadReply<R>>({
    queryKey: keyOf(route, input),
    queryFn: async ({ client, queryKey, signal }): Promise<ReadReply<R>> => {
      const live = liveStateOf(client)
      const arrived: PushEvent[] = []
      live.arrivedDuring.add(arrived)
      try {
        const read = await readKept({ route, input, live, position: positionOf(client, queryKey), signal })
        if (read) return patchAll(read.reply, { patch, arrived, queryKey, queryClient: client })
        const kept = client.getQueryState<ReadReply<R>>(queryKey)?.data
        if (kept === undefined) throw new Error('A reply that was never read is unchanged')
        return kept
      } finally {
        live.arrivedDuring.delete(arrived)
      }
    },
  })
}

/** What the events say that have kept a cached reply up to date; undefined if they have not. */
function positionOf(queryClient: QueryClient, queryKey: QueryKey): string | undefined {
  const state = queryClient.getQueryState(queryKey)
  return state?.data === undefined || state.isInvalidated ? undefined : liveStateOf(queryClient).position
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

interface Read<R extends Route> {
  route: R
  input: CallInput<R> | undefined
  live: LiveState
  /** Undefined if the reply that is cached is not up to date. */
  position: string | undefined
  signal: AbortSignal
}

/** The reply as the server sends it, or as it sent it before; undefined if the cached reply is up to date. */
async function readKept<R extends Route>({ route, input, live, position, signal }: Read<R>) {
  const address = JSON.stringify(keyOf(route, input))
  const known = live.replies.get(address)
  const tags = [...(position === undefined ? [] : [`W/"live.${position}"`]), ...(known ? [known.tag] : [])]
  const answered = await readUnlessUnchanged(route, input, { tags, signal })
  if (!answered) return position === undefined && known ? { reply: known.reply as ReadReply<R> } : undefined
  live.replies.delete(address)
  if (answered.tag !== null) live.replies.set(address, { tag: answered.tag, reply: answered.reply })
  const [oldest] = live.replies.keys()
  if (live.replies.size > MAX_REPLIES && oldest !== undefined) live.replies.delete(oldest)
  return answered
}

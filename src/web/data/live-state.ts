import type { QueryClient } from '@tanstack/react-query'
import type { PushEvent } from '#contract/event.ts'

/** What a page knows of the stream of events. */
export interface LiveState {
  /**
   * What the page has received, as long as it has missed nothing: what it has read is kept up to date by events. Undefined
   * while it has to poll.
   */
  position: string | undefined
  /** The same, while the page reads what it may have missed. */
  revalidating: string | undefined
  /** How many times it has begun to read that. */
  revalidations: number
  /** The events that have arrived during each read in progress: what it returns may have been read before they happened. */
  readonly arrivedDuring: Set<PushEvent[]>
  /** The latest reply from each address, as it was sent. */
  readonly replies: Map<string, { tag: string; reply: unknown }>
  /** When each reply was read again because of an event, or will be, by the hash of its key. */
  readonly rereads: Map<string, { atMs: number; isDue: boolean }>
}

const states = new WeakMap<QueryClient, LiveState>()

export function liveStateOf(queryClient: QueryClient): LiveState {
  const known = states.get(queryClient)
  if (known) return known
  const state: LiveState = {
    position: undefined,
    revalidating: undefined,
    revalidations: 0,
    arrivedDuring: new Set(),
    replies: new Map(),
    rereads: new Map(),
  }
  states.set(queryClient, state)
  return state
}

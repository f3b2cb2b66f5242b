import type { QueryClient } from '@tanstack/react-query'
import type { PushEvent } from '#contract/event.ts'

/** The state of a page's stream of events. */
export interface LiveState {
  /**
   * Position of the last event received, while the page has missed no event and events keep its data up to date. Undefined
   * while the page has to poll.
   */
  position: string | undefined
  /** Position of the last event, while the page reads the changes that it may have missed. */
  revalidating: string | undefined
  /** Number of times the page has started to read missed changes. */
  revalidations: number
  /** Events received during each read in progress. The reply may be older than these events. */
  readonly arrivedDuring: Set<PushEvent[]>
  /**
   * Position of the last event that each reply includes, by the hash of its query key: the last event before the read, or
   * before the stream was lost. Undefined if the server sends no position.
   */
  readonly readAt: Map<string, string | undefined>
}

const states = new WeakMap<QueryClient, LiveState>()

export function findLiveState(queryClient: QueryClient): LiveState {
  const known = states.get(queryClient)
  if (known) return known
  const state: LiveState = {
    position: undefined,
    revalidating: undefined,
    revalidations: 0,
    arrivedDuring: new Set(),
    readAt: new Map(),
  }
  states.set(queryClient, state)
  return state
}

import type { QueryClient } from '@tanstack/react-query'
import type { PushEvent } from '#contract/event.ts'

/** The state of a page's stream of events. */
export interface LiveState {
  /**
   * The last event received, as long as the page has missed none: events then keep its data up to date. Undefined
   * while it has to poll.
   */
  position: string | undefined
  /** Last position, while the page reads changes it may have missed. */
  revalidating: string | undefined
  /** How many times the page has begun to read missed changes. */
  revalidations: number
  /** The events received during each read in progress: its reply may have been read before they happened. */
  readonly arrivedDuring: Set<PushEvent[]>
  /**
   * The last event each reply includes, by the hash of its key: before it was read, or before the stream was lost.
   * Undefined where the server names none.
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

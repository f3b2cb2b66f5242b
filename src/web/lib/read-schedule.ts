import {
  focusManager,
  type Query,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  type QueryState,
} from '@tanstack/react-query'
import type { Route } from '#contract/route.ts'
import { SECOND_MS } from '#domain/time.ts'
import { buildQueryKey } from './route-query.ts'

/** Minimum time between two reads caused by events. While many tasks run, many events arrive per second. */
const MIN_GAP_MS = 2 * SECOND_MS
const NEVER_MS = Number.POSITIVE_INFINITY

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Milliseconds from a read to the next read; false stops polling. */
      pollMs?(state: QueryState, queryClient: QueryClient): number | false
    }
  }
}

/** Type of the reply of query options. */
type ReplyIn<O> = O extends { queryFn?: infer F }
  ? Awaited<ReturnType<Extract<F, (context: never) => unknown>>>
  : unknown
type Poll<O> = number | ((state: QueryState<ReplyIn<O>>, queryClient: QueryClient) => number | false)

/** Adds polling to query options: reads the reply every `poll` milliseconds while it is on the screen. */
export function polled<O extends { queryKey: QueryKey }>(options: O, poll: Poll<O>) {
  return { ...options, meta: { pollMs: typeof poll === 'number' ? () => poll : poll } }
}

/** A pending read of a reply. */
interface Mark {
  /** Epoch milliseconds when the reply became stale: only a read started later makes it fresh. */
  staleAtMs: number
  /** Epoch milliseconds of the next read. */
  readAtMs: number
}

/**
 * Schedules reads of replies on the screen, after their polling interval or once they are marked as stale. Any read started
 * in between satisfies both. No read is due while the page is hidden.
 */
class ReadSchedule {
  readonly #queryClient: QueryClient
  readonly #marks = new Map<string, Mark>()
  readonly #startedAtMs = new Map<string, number>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #timerAtMs = NEVER_MS
  #isPlanning = false

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'fetch') this.#onStart(event.query.queryHash)
      if (event.type !== 'observerResultsUpdated') this.#plan()
    })
    focusManager.subscribe((isFocused) => {
      this.#plan()
      if (isFocused) void queryClient.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false })
    })
  }

  mark(queries: QueryFilters, { delayMs = 0, gapMs = 0 }: { delayMs?: number; gapMs?: number }): void {
    const staleAtMs = Date.now() + delayMs
    for (const { queryHash } of this.#queryClient.getQueryCache().findAll(queries)) {
      const readAtMs = Math.max(staleAtMs, (this.#startedAtMs.get(queryHash) ?? 0) + gapMs)
      const before = this.#marks.get(queryHash) ?? { staleAtMs, readAtMs }
      this.#marks.set(queryHash, {
        staleAtMs: Math.max(staleAtMs, before.staleAtMs),
        readAtMs: Math.min(readAtMs, before.readAtMs),
      })
    }
    this.#plan()
  }

  #onStart(hash: string): void {
    this.#startedAtMs.set(hash, Date.now())
    const staleAtMs = this.#marks.get(hash)?.staleAtMs ?? 0
    if (staleAtMs > Date.now()) this.#marks.set(hash, { staleAtMs, readAtMs: staleAtMs })
    else this.#marks.delete(hash)
  }

  /** Sets the timer for the next read, in a microtask so several changes set it once. */
  #plan(): void {
    if (this.#isPlanning) return
    this.#isPlanning = true
    queueMicrotask(() => {
      this.#isPlanning = false
      const shown = focusManager.isFocused() ? this.#queryClient.getQueryCache().findAll({ type: 'active' }) : []
      const nextAtMs = Math.min(...shown.map((query) => this.#dueAtMs(query)))
      if (nextAtMs === this.#timerAtMs) return
      clearTimeout(this.#timer)
      this.#timerAtMs = nextAtMs
      if (nextAtMs < NEVER_MS) this.#timer = setTimeout(() => this.#readDue(), Math.max(0, nextAtMs - Date.now()))
    })
  }

  #readDue(): void {
    const nowMs = Date.now()
    this.#timerAtMs = NEVER_MS
    void this.#queryClient.invalidateQueries({ predicate: (query) => this.#markedAtMs(query) <= nowMs })
    void this.#queryClient.refetchQueries({ type: 'active', predicate: (query) => this.#dueAtMs(query) <= nowMs })
    this.#plan()
  }

  #dueAtMs(query: Query): number {
    const { state, meta } = query
    const pollMs = state.fetchStatus === 'idle' && meta?.pollMs?.(state, this.#queryClient)
    const polledAtMs = pollMs ? Math.max(state.dataUpdatedAt, state.errorUpdatedAt) + pollMs : NEVER_MS
    return Math.min(polledAtMs, this.#markedAtMs(query))
  }

  #markedAtMs({ queryHash }: Query): number {
    return this.#marks.get(queryHash)?.readAtMs ?? NEVER_MS
  }
}

const schedules = new WeakMap<QueryClient, ReadSchedule>()

/** Returns the read schedule of a client, and creates it on first use. */
export function scheduleReads(queryClient: QueryClient): ReadSchedule {
  const schedule = schedules.get(queryClient) ?? new ReadSchedule(queryClient)
  schedules.set(queryClient, schedule)
  return schedule
}

/** Selects all replies of a route, or all replies that match a filter. */
type Replies = Route | QueryFilters

const filterReplies = (replies: Replies): QueryFilters =>
  'path' in replies ? { queryKey: buildQueryKey(replies) } : replies

/** Reads replies at once after a person's change. Resolves when all replies on the screen have arrived. */
export async function readNow(queryClient: QueryClient, ...replies: readonly Replies[]): Promise<void> {
  await Promise.all(replies.map((each) => queryClient.invalidateQueries(filterReplies(each))))
}

/** Reads replies made stale by an event, at least `gapMs` after their last read. */
export function readSoon(queryClient: QueryClient, replies: readonly Replies[], gapMs = MIN_GAP_MS): void {
  for (const each of replies.map(filterReplies)) {
    void queryClient.invalidateQueries({ ...each, refetchType: 'none' })
    scheduleReads(queryClient).mark(each, { gapMs })
  }
}

/** Reads replies after a delay, when they will be stale. */
export function readLater(queryClient: QueryClient, replies: readonly Replies[], delayMs: number): void {
  for (const each of replies) scheduleReads(queryClient).mark(filterReplies(each), { delayMs })
}

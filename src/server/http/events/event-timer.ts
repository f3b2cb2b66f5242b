import type { Pauses } from './event-pace.ts'

/** Timer for sending due changes, a single event at a time. */
export interface EventTimer {
  /** Asks for changes to be sent as soon as the pace allows. */
  request(): void
  /** Resolves once no event is being sent. */
  stop(): Promise<void>
}

interface Options {
  /** Delay before the first change after a quiet time is sent. */
  firstMs: number
  /** Never rejects. */
  send: () => Promise<Pauses & { hasRest: boolean }>
}

export function createEventTimer({ firstMs, send }: Options): EventTimer {
  /** Time of the next event, if the pause is over by then. */
  let dueAtMs = Number.POSITIVE_INFINITY
  let pauseEndsAtMs = 0
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined
  let isStopped = false

  function requestAt(atMs: number): void {
    if (atMs >= dueAtMs) return
    dueAtMs = atMs
    // While changes are being sent, do not start a timer: the pause begins afterwards.
    if (!sending) wait()
  }

  function wait(): void {
    clearTimeout(timer)
    if (isStopped || dueAtMs === Number.POSITIVE_INFINITY) return
    timer = setTimeout(start, Math.max(firstMs, Math.max(dueAtMs, pauseEndsAtMs) - performance.now()))
  }

  function start(): void {
    dueAtMs = Number.POSITIVE_INFINITY
    sending = sendOnce()
  }

  async function sendOnce(): Promise<void> {
    const { changesMs, restMs, hasRest } = await send()
    const nowMs = performance.now()
    sending = undefined
    pauseEndsAtMs = nowMs + changesMs
    if (hasRest) dueAtMs = Math.min(dueAtMs, nowMs + restMs)
    wait()
  }

  return {
    request: () => requestAt(0),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await sending
    },
  }
}

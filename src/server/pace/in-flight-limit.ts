export interface InFlightLimit {
  /**
   * Waits for a place in the lane of a key. Disposing of the result lets the next request through.
   * @throws the signal's reason once it is aborted
   */
  enter(key: string, signal: AbortSignal): Promise<Disposable>
}

/** Limits this node's concurrent requests for each key, such as a spreadsheet. */
export function createInFlightLimit(maxPerKey: number): InFlightLimit {
  const lanes = new Map<string, { inFlight: number; waiting: (() => void)[] }>()

  return {
    async enter(key, signal) {
      signal.throwIfAborted()
      const lane = lanes.get(key) ?? { inFlight: 0, waiting: [] }
      lanes.set(key, lane)
      if (lane.inFlight < maxPerKey) lane.inFlight += 1
      else await waitIn(lane.waiting, signal)
      return {
        [Symbol.dispose]() {
          const next = lane.waiting.shift()
          // The next request takes over the place.
          if (next) return next()
          lane.inFlight -= 1
          if (lane.inFlight === 0) lanes.delete(key)
        },
      }
    },
  }
}

function waitIn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const proceed = () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      waiting.splice(waiting.indexOf(proceed), 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    waiting.push(proceed)
  })
}

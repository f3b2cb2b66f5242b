/**
 * Maximum requests at once: large spreadsheets answer 503 to more. https://developers.google.com/workspace/sheets/api/limits
 */
const MAX_PER_SPREADSHEET = 2

export interface InFlightLimit {
  /**
   * Waits until this node may send a request about the spreadsheet; disposing of the result lets the next one through.
   * @throws the signal's reason once it is aborted
   */
  enter(spreadsheetId: string, signal: AbortSignal): Promise<Disposable>
}

/** Limits the requests in progress for each spreadsheet, over all runs of this node. */
export function createInFlightLimit(): InFlightLimit {
  const lanes = new Map<string, { inFlight: number; waiting: (() => void)[] }>()

  return {
    async enter(spreadsheetId, signal) {
      signal.throwIfAborted()
      const lane = lanes.get(spreadsheetId) ?? { inFlight: 0, waiting: [] }
      lanes.set(spreadsheetId, lane)
      if (lane.inFlight < MAX_PER_SPREADSHEET) lane.inFlight += 1
      else await waitIn(lane.waiting, signal)
      return {
        [Symbol.dispose]() {
          const next = lane.waiting.shift()
          // The next request takes over the place.
          if (next) return next()
          lane.inFlight -= 1
          if (lane.inFlight === 0) lanes.delete(spreadsheetId)
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

interface Waiting {
  /** Called when the request becomes the first in line. */
  onFirst(): void
  onNews(slotMs: number): void
}

/** Place in a waiting line. Disposing removes it from any position. */
export interface Place extends Disposable {
  readonly key: string
  /** Number of requests ahead in the line. */
  ahead(): number
  /** Resolves when this place is first in line. Rejects with the signal's reason as soon as the signal is aborted. */
  first(signal: AbortSignal): Promise<void>
  /** Passes the time at which a slot may be free to the other requests in line. */
  tell(slotMs: number): void
}

export interface WaitingLines {
  /** `onNews` is called when the first request in line learns when a slot may be free. */
  join(key: string, onNews: (slotMs: number) => void): Place
}

/**
 * Requests for the same buckets wait in order, and only the first asks for a slot. If all requests asked, each slot would cost
 * every waiting request a few statements on a single row.
 */
export function createWaitingLines(): WaitingLines {
  const lines = new Map<string, Waiting[]>()
  return {
    join(key, onNews) {
      const line = lines.get(key) ?? []
      lines.set(key, line)
      const turn = Promise.withResolvers<void>()
      const own: Waiting = { onFirst: turn.resolve, onNews }
      line.push(own)
      if (line[0] === own) own.onFirst()
      return {
        key,
        ahead: () => Math.max(0, line.indexOf(own)),
        async first(signal) {
          signal.throwIfAborted()
          const onAbort = () => turn.reject(signal.reason)
          signal.addEventListener('abort', onAbort, { once: true })
          await turn.promise.finally(() => signal.removeEventListener('abort', onAbort))
        },
        tell(slotMs) {
          for (const other of line) if (other !== own) other.onNews(slotMs)
        },
        [Symbol.dispose]() {
          const index = line.indexOf(own)
          if (index < 0) return
          line.splice(index, 1)
          if (index === 0) line[0]?.onFirst()
          if (line.length === 0) lines.delete(key)
        },
      }
    },
  }
}

interface Waiting {
  /** Called when it has become the first. */
  onFirst(): void
  onNews(slotMs: number): void
}

/** A place in a line. It ends when it is disposed of, wherever it is. */
export interface Place extends Disposable {
  readonly key: string
  /** How many wait before it. */
  ahead(): number
  /** Resolves when nobody is before it; rejects with the signal's reason as soon as it is aborted. */
  first(signal: AbortSignal): Promise<void>
  /** Tells the requests behind it when there may be a slot. */
  tell(slotMs: number): void
}

export interface WaitingLines {
  /** `onNews` is called when the first request in line has learned when there may be a slot. */
  join(key: string, onNews: (slotMs: number) => void): Place
}

/**
 * Requests for the same buckets wait in order, and only the first asks for a slot. If all asked, each slot would cost a
 * few statements on one row for every waiting request.
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

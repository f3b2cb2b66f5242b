/** Work that repeats. Disposal stops the repetition, and waits for the work in progress. */
export interface RepeatedWork extends AsyncDisposable {
  /** Does the work again, after the work in progress. Resolves after it, also if it failed. */
  runNow(): Promise<void>
}

interface Work {
  work: () => Promise<void> | void
  onError: (error: unknown) => void
}

/** Does work at an interval, for the first time after one interval. Work in progress is never overlapped: a tick is skipped. */
export function every(intervalMs: number, { work, onError }: Work): RepeatedWork {
  let working = Promise.resolve()
  /** Work in progress and work that waits for it. */
  let requested = 0

  function runNow(): Promise<void> {
    // Waiting work has not read anything yet, so it serves this request too.
    if (requested > 1) return working
    requested += 1
    working = working
      .then(work)
      .catch(onError)
      .finally(() => {
        requested -= 1
      })
    return working
  }

  const timer = setInterval(() => {
    if (requested === 0) void runNow()
  }, intervalMs).unref()
  return {
    runNow,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await working
    },
  }
}

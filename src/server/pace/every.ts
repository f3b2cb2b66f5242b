/** Repeated work. Disposal stops the repetition and waits for the work in progress. */
export interface RepeatedWork extends AsyncDisposable {
  /** Does the work again, after the work in progress. Resolves at its end, even after a failure. */
  runNow(): Promise<void>
}

interface Work {
  work: () => Promise<void> | void
  onError: (error: unknown) => void
}

/** Does work at an interval, first after a whole interval. A tick is skipped while work is in progress. */
export function every(intervalMs: number, { work, onError }: Work): RepeatedWork {
  let working = Promise.resolve()
  /** Number of jobs in progress and waiting. */
  let requested = 0

  function runNow(): Promise<void> {
    // Waiting work has not read anything yet, so it also serves this request.
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

/**
 * Waits for a promise that other callers may share, or until the signal is aborted.
 *
 * @throws the signal's reason
 */
export async function settleUnlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // Handle a later failure: if nobody else waits for it, an unhandled rejection would end the process.
  work.catch(() => undefined)
  signal.throwIfAborted()
  let giveUp = () => {}
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

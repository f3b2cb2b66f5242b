/**
 * Waits for a promise that other callers may share, until the signal is aborted.
 *
 * @throws the signal's reason
 */
export async function settleUnlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // Nobody else may be waiting for it when it fails later, and an unhandled rejection ends the process.
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

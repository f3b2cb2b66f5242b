const SHOW_LOGIN = 'nano-sync:show-login'

/** Time of an event that no refused request raised: later than any time. */
const NEVER_SENT = Number.POSITIVE_INFINITY

/**
 * Opens the sign-in dialog from anywhere; does nothing if it is already open. `sentAt` is the time at which the refused request
 * was sent, in epoch milliseconds.
 */
export function raiseShowLogin(sentAt = NEVER_SENT): void {
  globalThis.dispatchEvent(new CustomEvent(SHOW_LOGIN, { detail: sentAt }))
}

/** Calls `listener` on every show-login event, with the time of its request. Returns a function to unsubscribe. */
export function onShowLogin(listener: (sentAt: number) => void): () => void {
  const listen = (event: Event) => listener((event instanceof CustomEvent && event.detail) || NEVER_SENT)
  globalThis.addEventListener(SHOW_LOGIN, listen)
  return () => globalThis.removeEventListener(SHOW_LOGIN, listen)
}

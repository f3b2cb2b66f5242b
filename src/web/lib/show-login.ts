const SHOW_LOGIN = 'nano-sync:show-login'

/** Time in epoch milliseconds when the refused request was sent; missing if no request was refused. */
interface ShowLogin {
  sentAt?: number
}

/** Opens the sign-in dialog from anywhere; does nothing if it is already open. */
export function raiseShowLogin(detail: ShowLogin = {}): void {
  globalThis.dispatchEvent(new CustomEvent<ShowLogin>(SHOW_LOGIN, { detail }))
}

/** Calls `listener` on every show-login event; returns a function to unsubscribe. */
export function onShowLogin(listener: (detail: ShowLogin) => void): () => void {
  const listen = (event: Event) => listener((event instanceof CustomEvent && event.detail) || {})
  globalThis.addEventListener(SHOW_LOGIN, listen)
  return () => globalThis.removeEventListener(SHOW_LOGIN, listen)
}

const SHOW_LOGIN = 'nano-sync:show-login'

/** Opens the sign-in dialog from anywhere; does nothing if it is already open. */
export function raiseShowLogin(): void {
  globalThis.dispatchEvent(new Event(SHOW_LOGIN))
}

/** Calls `listener` on every show-login event; returns a function to unsubscribe. */
export function onShowLogin(listener: () => void): () => void {
  globalThis.addEventListener(SHOW_LOGIN, listener)
  return () => globalThis.removeEventListener(SHOW_LOGIN, listener)
}

const SHOW_LOGIN = 'nano-sync:show-login'

/** Asks for the sign-in dialog, from anywhere; asking again while it stands open changes nothing. */
export function raiseShowLogin(): void {
  globalThis.dispatchEvent(new Event(SHOW_LOGIN))
}

/** Calls `listener` whenever the sign-in dialog is asked for; returns what ends that. */
export function onShowLogin(listener: () => void): () => void {
  globalThis.addEventListener(SHOW_LOGIN, listener)
  return () => globalThis.removeEventListener(SHOW_LOGIN, listener)
}

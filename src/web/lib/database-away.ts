const AWAY = 'nano-sync:database-away'
const BACK = 'nano-sync:database-back'

/** Says that the server cannot reach its database. */
export function raiseDatabaseAway(): void {
  globalThis.dispatchEvent(new Event(AWAY))
}

/** Says that the server can reach its database again. */
export function raiseDatabaseBack(): void {
  globalThis.dispatchEvent(new Event(BACK))
}

/** Returns a function that unsubscribes. */
export function onDatabaseAway(listener: () => void): () => void {
  globalThis.addEventListener(AWAY, listener)
  return () => globalThis.removeEventListener(AWAY, listener)
}

/** Returns a function that unsubscribes. */
export function onDatabaseBack(listener: () => void): () => void {
  globalThis.addEventListener(BACK, listener)
  return () => globalThis.removeEventListener(BACK, listener)
}

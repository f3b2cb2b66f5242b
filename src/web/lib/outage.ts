const OUTAGE = 'nano-sync:outage'
const RECOVERY = 'nano-sync:recovery'

/** Says that the server cannot serve anyone at the moment, because its database is away for example. */
export function raiseOutage(): void {
  globalThis.dispatchEvent(new Event(OUTAGE))
}

/** Says that the server can serve again. */
export function raiseRecovery(): void {
  globalThis.dispatchEvent(new Event(RECOVERY))
}

/** Returns a function to unsubscribe. */
export function onOutage(listener: () => void): () => void {
  globalThis.addEventListener(OUTAGE, listener)
  return () => globalThis.removeEventListener(OUTAGE, listener)
}

/** Returns a function to unsubscribe. */
export function onRecovery(listener: () => void): () => void {
  globalThis.addEventListener(RECOVERY, listener)
  return () => globalThis.removeEventListener(RECOVERY, listener)
}

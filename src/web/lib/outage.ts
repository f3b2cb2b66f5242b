const OUTAGE = 'nano-sync:outage'
const RECOVERY = 'nano-sync:recovery'

/** Reports that the server cannot serve anyone at the moment, for example because its database is unavailable. */
export function raiseOutage(): void {
  globalThis.dispatchEvent(new Event(OUTAGE))
}

/** Reports that the server works again. */
export function raiseRecovery(): void {
  globalThis.dispatchEvent(new Event(RECOVERY))
}

/** Listens for outages, and returns a function to unsubscribe. */
export function onOutage(listener: () => void): () => void {
  globalThis.addEventListener(OUTAGE, listener)
  return () => globalThis.removeEventListener(OUTAGE, listener)
}

/** Listens for the end of outages, and returns a function to unsubscribe. */
export function onRecovery(listener: () => void): () => void {
  globalThis.addEventListener(RECOVERY, listener)
  return () => globalThis.removeEventListener(RECOVERY, listener)
}

declare global {
  interface Window {
    /** Replies that first-paint.js asked for while the app was loading, by address. */
    earlyReplies?: Map<string, Promise<Response | false | undefined>>
  }
}

/** A page that took longer to load asks again. */
const MAX_AGE_MS = 10_000

/** A reply that was requested while the app was loading, once; undefined if there is none, or it failed. */
export async function takeEarlyReply(address: string): Promise<Response | undefined> {
  if (typeof window === 'undefined' || performance.now() > MAX_AGE_MS) return undefined
  const early = window.earlyReplies?.get(address)
  window.earlyReplies?.delete(address)
  return (await early) || undefined
}

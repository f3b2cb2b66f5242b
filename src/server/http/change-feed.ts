import type { Database } from '#server/storage/database.ts'
import { type ChangeCounter, createChangeCounter } from './versions/change-counter.ts'

/** What this node learns of changes, made by any node, over one connection. */
export interface ChangeFeed extends AsyncDisposable {
  readonly counter: ChangeCounter
  /** Resolves once everything that was committed before the call is counted. */
  caughtUp(): Promise<void>
  /** Returns a function that ends the subscription. */
  subscribe(subscriber: Subscriber): () => void
}

interface Subscriber {
  onPayload: (payload: string) => void
  /** Notifications may have been missed. */
  onGap: () => void
}

/** The changes are counted before anyone else learns of them. */
export async function openChangeFeed(database: Pick<Database, 'listen'>): Promise<ChangeFeed> {
  const counter = createChangeCounter()
  const subscribers = new Set<Subscriber>()
  const { caughtUp, stop } = await database.listen('nano_sync', {
    onPayload(payload) {
      counter.count(payload)
      for (const { onPayload } of subscribers) onPayload(payload)
    },
    onBroken: () => counter.pause(),
    onGap() {
      counter.resume()
      for (const { onGap } of subscribers) onGap()
    },
  })
  return {
    counter,
    caughtUp,
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
    [Symbol.asyncDispose]: stop,
  }
}

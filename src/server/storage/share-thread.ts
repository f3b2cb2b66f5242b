import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'

/** Maximum time of a turn: long enough to cost nothing, short enough to go unnoticed. */
const MAX_TURN_MS = 10

/**
 * Yields to the event loop between statements. The embedded database runs on the thread that serves HTTP and handles each
 * message synchronously. So a chain of statements would block everything else until its end.
 */
export function shareThread(client: Pick<PGlite, 'execProtocolStream'>): void {
  const execute = client.execProtocolStream.bind(client)
  let turnBeganAt = 0
  client.execProtocolStream = async (message, options) => {
    if (performance.now() - turnBeganAt > MAX_TURN_MS) {
      await nextTurn()
      turnBeganAt = performance.now()
    }
    return await execute(message, options)
  }
}

import type { FastifyInstance } from 'fastify'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'

/** Maximum time without progress in reading a response, and maximum time of a whole response except an event stream. */
export const DEFAULT_READER_TIMING = { stalledMs: 30 * SECOND_MS, maxMs: 15 * MINUTE_MS }
export type ReaderTiming = typeof DEFAULT_READER_TIMING

const EVENT_STREAM = 'text/event-stream'

/**
 * Disconnects clients with unread responses, because unread responses stay in memory. An event stream lasts as long as its
 * page, and its heartbeat counts as activity. Therefore, the event hub watches its slow readers.
 */
export function dropStalledReaders(app: FastifyInstance, { stalledMs, maxMs }: ReaderTiming): void {
  app.addHook('onSend', async (_request, reply) => {
    const { raw } = reply
    // Called when nothing was written to the network for this time. The next request of the connection resets the time.
    raw.setTimeout(stalledMs, () => raw.destroy())
    if (String(reply.getHeader('content-type')).startsWith(EVENT_STREAM)) return
    const deadline = setTimeout(() => raw.destroy(), maxMs)
    raw.once('close', () => clearTimeout(deadline))
  })
}

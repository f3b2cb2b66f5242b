import { api } from '#contract/api.ts'
import type { EventHub } from '#server/http/events/event-hub.ts'
import { type Handler, handler } from '#server/http/handler.ts'

/** Keeps proxies from buffering events. */
const UNBUFFERED = { 'x-accel-buffering': 'no', 'cache-control': 'no-cache', vary: 'accept-encoding' }

export function eventHandlers({ eventHub }: { eventHub: EventHub }): Handler[] {
  return [
    handler(api.events.stream, async ({ session, caller, signal, query, acceptsGzip }) => ({
      body: eventHub.connect({
        sessionId: session.id,
        email: caller.email,
        signal,
        pace: query.pace,
        isZipped: acceptsGzip,
      }),
      headers: acceptsGzip ? { ...UNBUFFERED, 'content-encoding': 'gzip' } : UNBUFFERED,
    })),
  ]
}

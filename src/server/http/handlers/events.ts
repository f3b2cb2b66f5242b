import { api } from '#contract/api.ts'
import type { EventHub } from '#server/http/events/event-hub.ts'
import { type Handler, handler } from '#server/http/handler.ts'

/** Keeps proxies from buffering events. */
const UNBUFFERED = { 'x-accel-buffering': 'no', 'cache-control': 'no-cache' }

export function eventHandlers({ eventHub }: { eventHub: EventHub }): Handler[] {
  return [
    handler(api.events.stream, async ({ session, caller, signal }) => ({
      body: eventHub.connect({ sessionId: session.id, email: caller.email, signal }),
      headers: UNBUFFERED,
    })),
  ]
}

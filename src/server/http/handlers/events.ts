import { api } from '#contract/api.ts'
import type { EventHub } from '#server/http/events/event-hub.ts'
import { type Answer, answer } from '#server/http/handler.ts'

/** Keeps a proxy from gathering events until there are enough of them to pass on. */
const UNBUFFERED = { 'x-accel-buffering': 'no', 'cache-control': 'no-cache' }

export function eventAnswers({ eventHub }: { eventHub: EventHub }): Answer[] {
  return [
    answer(api.events.stream, async ({ visit, signal }) => ({
      body: eventHub.connect({ sessionId: visit.sessionId, signal }),
      headers: UNBUFFERED,
    })),
  ]
}

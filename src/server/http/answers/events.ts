import { api } from '#contract/api.ts'
import { type Answer, answer } from '../answer.ts'
import type { EventHub } from '../event-hub.ts'

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

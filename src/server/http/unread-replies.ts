import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { buildCallerKey } from './rate-limits.ts'

const MAX_UNREAD_BYTES = 32 * 1024 * 1024

/**
 * Limits the bytes of replies a caller may leave unread, over all connections and requests, because unread replies stay in
 * memory. A caller who has read most of the earlier replies gets a reply of any size. A streamed body waits for its reader, so
 * it does not count.
 */
export function limitUnreadReplies(app: FastifyInstance, maxBytes = MAX_UNREAD_BYTES): void {
  const unreadOf = new Map<string, number>()

  function add(caller: string, bytes: number): void {
    const unread = (unreadOf.get(caller) ?? 0) + bytes
    if (unread > 0) unreadOf.set(caller, unread)
    else unreadOf.delete(caller)
  }

  app.addHook('onSend', async (request, reply, payload) => {
    const bytes = measureSize(payload)
    if (bytes === 0 || reply.statusCode >= 400) return
    const caller = buildCallerKey(request)
    if ((unreadOf.get(caller) ?? 0) >= maxBytes) throw tooMuchUnread()
    add(caller, bytes)
    reply.raw.once('close', () => add(caller, -bytes))
  })
}

function measureSize(payload: unknown): number {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
}

function tooMuchUnread(): Refusal {
  return new Refusal('too_many_requests', 'Read the replies to your earlier requests first, then try again.')
}

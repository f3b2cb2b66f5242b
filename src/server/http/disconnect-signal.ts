import type { FastifyReply } from 'fastify'

/** A signal aborted when the client disconnects before it has the whole reply. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

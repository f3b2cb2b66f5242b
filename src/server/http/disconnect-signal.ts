import type { FastifyReply } from 'fastify'

/** Returns a signal that is aborted if the client disconnects before it has received the whole reply. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the requests of a connection in order. A client may send many requests without waiting for responses. Node would serve
 * all of them at once, and keep each response in memory until the client has read the earlier responses.
 */
export function answerInTurn(app: FastifyInstance): void {
  const lastOf = new WeakMap<Socket, Promise<void>>()
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const before = lastOf.get(socket)
    lastOf.set(socket, new Promise((resolve) => reply.raw.once('close', resolve)))
    if (!before) return
    await before
    if (socket.destroyed) reply.hijack()
  })
}

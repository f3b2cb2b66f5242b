import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'

const MAX_AGE_SECONDS = '600'

/**
 * Lets pages of other sites, such as assistants in a browser, read the reply. Use it only for routes without a cookie, whose
 * callers authenticate with a token or a code. Browsers send no cookies to a server that allows every origin.
 */
export async function allowForeignPages(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': 'WWW-Authenticate' })
}

/** Answers CORS preflights: browsers send them before a page of another site sends a token or JSON. */
export function answerPreflights(app: FastifyInstance, paths: readonly string[]): void {
  const handler: RouteHandlerMethod = async ({ headers }, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
        'access-control-max-age': MAX_AGE_SECONDS,
      })
      .send()
  for (const path of paths) app.options(path, { onRequest: allowForeignPages }, handler)
}

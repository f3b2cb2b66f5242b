import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { CONFIRMATION_LIFETIME_MS } from '#mcp/confirmations.ts'
import { createUseMarks } from '#server/auth/oauth-adapter.ts'
import { createSignatures } from '#server/auth/signatures.ts'
import { disconnectSignal } from '#server/http/disconnect-signal.ts'
import { allowForeignPages, answerPreflights } from '#server/http/foreign-pages.ts'
import { bearerChallenge } from '#server/http/oauth/serve-oauth.ts'
import type { PublicOrigins } from '#server/http/public-origins.ts'
import { mcpLimit } from '#server/http/rate-limits.ts'
import { createInFlightLimit } from '#server/pace/in-flight-limit.ts'
import type { Orm } from '#server/storage/database.ts'
import { createSignedConfirmations } from './signed-confirmations.ts'

const PATH = '/mcp'
/** Maximum concurrent API calls by a person's tools. */
const MAX_CALLS_PER_PERSON = 4

interface Options {
  sessionSecrets: readonly string[]
  origins: () => PublicOrigins
  orm: Orm
  now: () => Date
}

/** Serves the Model Context Protocol over streamable HTTP, to programs with an API token. */
export function serveMcp(app: FastifyInstance, { sessionSecrets: secrets, origins, orm, now }: Options): void {
  const purpose = 'nano-sync confirmations'
  const signatures = createSignatures({ secrets, purpose, lifetimeMs: CONFIRMATION_LIFETIME_MS, now })
  const markUsed = createUseMarks({ orm, now, lifetimeMs: CONFIRMATION_LIFETIME_MS })
  const inFlight = createInFlightLimit(MAX_CALLS_PER_PERSON)
  app.post(PATH, {
    onRequest: [
      allowForeignPages,
      app.rateLimit(mcpLimit),
      (request, reply) => requireToken(request, reply, origins()),
    ],
    preHandler: refuseBatch,
    handler: async (request, reply) => {
      // Load the module on demand: few installations use it, and it takes memory.
      const { answerMcp } = await import('./answer-mcp.ts')
      const response = await answerMcp(request, {
        inFlight,
        confirmations: createSignedConfirmations({ caller: request.caller, signatures, markUsed }),
        baseUrl: origins().main,
        signal: disconnectSignal(reply),
      })
      return reply
        .code(response.status)
        .headers(Object.fromEntries(response.headers))
        .send(await response.text())
    },
  })
  answerPreflights(app, [PATH])
  // Nano Sync never sends messages by itself, so there is nothing to listen to.
  app.route({
    method: ['GET', 'DELETE'],
    url: PATH,
    handler: (_, reply) => reply.code(405).header('allow', 'POST').send(),
  })
}

/** Requires a token. A cookie is not enough, because a page of another site could make a browser send it. */
async function requireToken(request: FastifyRequest, reply: FastifyReply, origins: PublicOrigins): Promise<void> {
  const { caller, tokenProblem } = request
  if (tokenProblem || !caller?.token) reply.header('www-authenticate', bearerChallenge(request, origins))
  if (tokenProblem) throw tokenProblem
  if (!caller?.token) {
    throw new Refusal('unauthenticated', 'Send an API token, created under Settings › API tokens, as a bearer token.')
  }
}

/** Refuses batches. The protocol removed them in version 2025-06-18. */
async function refuseBatch({ body }: FastifyRequest): Promise<void> {
  if (Array.isArray(body)) throw new Refusal('invalid', 'Send one message per request: batches are not supported.')
}

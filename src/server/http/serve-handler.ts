import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import type { OpenScreen, RawReply, Route } from '#contract/route.ts'
import { isAllowed } from '#server/auth/is-allowed.ts'
import type { Caller } from './caller.ts'
import type { Answer, RawAnswer } from './handler.ts'
import { parseInput } from './parse-input.ts'
import { receiveUpload } from './receive-upload.ts'
import { visitOf } from './request-session.ts'
import { refuseForeignChange } from './security.ts'

export interface ServeOptions {
  openScreens: readonly OpenScreen[]
  allowedEmails: readonly string[]
  publicUrl: () => string
  /** What checks that a route's caller does not call too often. */
  limitsOf: (route: Route) => onRequestAsyncHookHandler[]
}

/** Sign-out is a plain link, yet it changes something. */
const isChange = ({ method, path }: Route) => method !== 'GET' || path === api.auth.logout.path

/**
 * Makes a call answerable: who may call is asked before the body is read, the input is parsed by the route's schemas,
 * the answer by the reply's, so that nothing leaves that the contract does not name.
 */
export function serveAnswer(app: FastifyInstance, { route, handle }: Answer, options: ServeOptions): void {
  app.route({
    method: route.method,
    url: route.path,
    onRequest: [
      ...options.limitsOf(route),
      async (request) => {
        if (isChange(route)) refuseForeignChange(request, options.publicUrl())
        requireAccess(route, callerOf(request, options), options)
      },
    ],
    handler: async (request, reply) => {
      if (!route.upload && request.isMultipart()) {
        throw new Refusal('unsupported_media_type', 'This call takes JSON, not a form')
      }
      try {
        const received = {
          ...parseInput(route, request),
          file: route.upload && (await receiveUpload(request, route.upload)),
          caller: callerOf(request, options),
          signal: abandonedSignal(reply),
          visit: visitOf(request, options.publicUrl()),
        }
        return await sendAnswer({ route, request, reply }, await handle(received as never))
      } finally {
        if (route.upload) discardRest(request)
      }
    },
  })
}

/** A file that was not read to its end would hold up its connection, and the sender with it. */
function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}

/** Who is signed in; whoever is no longer allowed to is shut out at once, not when the session ends. */
function callerOf(request: FastifyRequest, { allowedEmails }: ServeOptions): Caller | undefined {
  const { user } = request.session
  return user && isAllowed(user.email, allowedEmails) ? user : undefined
}

function requireAccess({ access }: Route, caller: Caller | undefined, { openScreens }: ServeOptions): void {
  if (access === 'anyone' || caller) return
  if (access !== 'member' && openScreens.includes(access)) return
  throw new Refusal('unauthenticated', 'Please sign in first')
}

function abandonedSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

interface Exchange {
  route: Route
  request: FastifyRequest
  reply: FastifyReply
}

function sendAnswer({ route, request, reply }: Exchange, answered: unknown): FastifyReply {
  if (isRaw(route.reply)) return sendRaw({ route, request, reply }, answered as RawAnswer)
  const told = route.reply.parse(answered)
  if (route.status === 204) return reply.code(204).send()
  const json = JSON.stringify(told)
  reply.code(route.status ?? 200).type('application/json; charset=utf-8')
  return route.method === 'GET' ? sendUnlessKnown({ route, request, reply }, json) : reply.send(json)
}

function isRaw(reply: Route['reply']): reply is RawReply {
  return 'contentType' in reply
}

/** Pages ask for the same lists again and again; an unchanged one is answered without its body. */
function sendUnlessKnown({ request, reply }: Exchange, json: string): FastifyReply {
  const etag = `W/"${createHash('sha1').update(json).digest('base64url')}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
  return known?.includes(etag) ? reply.code(304).send() : reply.send(json)
}

function sendRaw({ route, request, reply }: Exchange, { body, status, headers }: RawAnswer): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (isRaw(route.reply)) reply.type(route.reply.contentType)
  reply.code(status ?? 200).headers(headers ?? {})
  if (request.method === 'HEAD' && body instanceof Readable) {
    body.destroy()
    return reply.send('')
  }
  return reply.send(body)
}

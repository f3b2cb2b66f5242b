import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler, RouteOptions } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { isChange, isCompressible, type OpenScreen, type RawReply, type Route } from '#contract/route.ts'
import { actAs } from '#server/activity/acting.ts'
import { type Caller, checkToken, requireRole } from './caller.ts'
import { readClientAddress } from './client-address.ts'
import { disconnectSignal } from './disconnect-signal.ts'
import { computeEtag, knownEtags, versionIn } from './etag.ts'
import { type Handler, type RawResponse, type RequestAddress, WrittenReply } from './handler.ts'
import { hideAddresses, seesNoAddresses } from './hide-addresses.ts'
import { isOperator, type OperatorAccess } from './operator-access.ts'
import { parseInput } from './parse-input.ts'
import { type PublicOrigins, readOrigin } from './public-origins.ts'
import { receiveUpload } from './receive-upload.ts'
import { checkedSerializer, checkJson, type ReplySerializer, replySerializer } from './reply-serializer.ts'
import { requestSession } from './request-session.ts'
import { inRequestSpan } from './request-span.ts'
import { refuseForeignChange } from './security.ts'
import { acceptsGzip, type SharedReplies } from './shared-replies.ts'

export interface ServeOptions {
  openScreens: readonly OpenScreen[]
  operatorAccess: OperatorAccess
  /** Whether users reach the app over https. */
  isHttps: boolean
  now: () => Date
  origins: () => PublicOrigins
  sharedReplies: SharedReplies
  /** Returns the hooks that enforce the route's rate limit. */
  limitsOf: (route: Route) => onRequestAsyncHookHandler[]
  /**
   * Whether a reply that violates its schema is an error. Only tests check replies, because a check costs more than reading the
   * rows.
   */
  checksReplies: boolean
}

/**
 * Registers a handler with Fastify. Access is checked before the body is read. The route's schemas parse the input and
 * serialize the result, so a reply only contains declared fields.
 */
export function serveHandler(app: FastifyInstance, { route, handle, isShared }: Handler, options: ServeOptions): void {
  const serialize = lazySerializer(route, options)
  const served: Omit<RouteOptions, 'url'> = {
    method: route.method,
    config: { contractRoute: route },
    ...(isCompressible(route) ? {} : { compress: false }),
    onRequest: [
      ...options.limitsOf(route),
      async (request) => {
        checkToken(route, request)
        // A page of another site can make a browser send its cookie, but not a token.
        if (isChange(route) && !request.caller?.token) refuseForeignChange(request, options.origins())
        requireAccess(route, request, options)
        requireRole(route, request)
      },
    ],
    handler: async (request, reply) => {
      if (!route.upload && request.isMultipart()) {
        throw new Refusal('unsupported_media_type', 'Send JSON instead of a form')
      }
      try {
        const input = {
          ...parseInput(route, request),
          file: route.upload && (await receiveUpload(request, route.upload)),
          caller: request.caller,
          session: requestSession({ request, reply, isHttps: options.isHttps }),
          address: readAddress(request, options),
          version: route.takesVersion ? versionIn(request) : undefined,
          acceptsGzip: acceptsGzip(request),
          signal: disconnectSignal(reply),
        }
        const exchange = { route, request, reply, serialize }
        return await inRequestSpan(exchange, async () => {
          if (isShared) return await sendShared(exchange, { input, handle, ...options })
          const result = await recorded({ route, request, ...options }, () => handle(input as never))
          return sendResult(exchange, result)
        })
      } finally {
        if (route.upload) discardUnread(request)
      }
    },
  }
  app.route({ ...served, url: route.path })
}

/** Runs a handler and records its changes in Activity as the caller's. */
function recorded<T>(
  { route, request, ...options }: ServeOptions & { route: Route; request: FastifyRequest },
  work: () => Promise<T>,
): Promise<T> {
  const { caller } = request
  if (!caller || route.activity === undefined || route.activity === 'none') return work()
  const via = caller.token
    ? ({ origin: 'token', tokenName: caller.token.name } as const)
    : { origin: 'browser' as const }
  return actAs(
    { kind: route.activity, who: caller.email, ...via, address: readClientAddress(request), at: options.now() },
    work,
  )
}

/** Discards the rest of an upload. An unread rest would block the connection and the client. */
function discardUnread({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}

function requireAccess({ access }: Route, request: FastifyRequest, options: ServeOptions): void {
  if (access === 'anyone' || request.caller) return
  if (access === 'operator') {
    if (isOperator(request, options.operatorAccess)) return
    throw new Refusal('unauthenticated', 'Please sign in first, or send METRICS_TOKEN as a bearer token')
  }
  if (access !== 'member' && options.openScreens.includes(access)) return
  throw new Refusal('unauthenticated', 'Please sign in first')
}

function readAddress(request: FastifyRequest, { origins }: ServeOptions): RequestAddress {
  const { main } = origins()
  const origin = readOrigin(origins(), request.headers.host ?? '')
  return {
    url: new URL((origin ?? main) + (request.url.startsWith('/') ? request.url : '/')),
    isOwnHost: origin !== undefined,
  }
}

interface Exchange {
  route: Route
  request: FastifyRequest
  reply: FastifyReply
  serialize: ReplySerializer
}

/** Compiles the serializer at the first reply, so startup spends no time on unused routes. */
function lazySerializer({ reply }: Route, { checksReplies }: ServeOptions): ReplySerializer {
  let serialize: ReplySerializer | undefined
  return (result) => {
    if (isRaw(reply)) throw new Error('A raw reply is sent as it is')
    if (result instanceof WrittenReply) {
      if (checksReplies) checkJson(reply, result.json)
      return result.json
    }
    serialize ??= checksReplies ? checkedSerializer(reply) : replySerializer(reply)
    return serialize(result)
  }
}

/** Serializes a reply as its caller may see it. */
function shownTo({ route, request, serialize }: Omit<Exchange, 'reply'>, result: unknown): string {
  const json = serialize(result)
  const { caller } = request
  return seesNoAddresses(route, caller) ? hideAddresses(json, caller?.email ?? '') : json
}

function sendResult({ route, request, reply, serialize }: Exchange, result: unknown): FastifyReply {
  if (isCompressible(route)) reply.header('vary', 'accept-encoding')
  if (isRaw(route.reply)) return sendRaw({ route, request, reply }, result as RawResponse)
  if (route.status === 204) return reply.code(204).send()
  const json = shownTo({ route, request, serialize }, result)
  reply.code(route.status ?? 200)
  setJsonHeaders(reply)
  return route.method === 'GET' ? sendUnlessCached({ request, reply }, json) : reply.send(json)
}

function setJsonHeaders(reply: FastifyReply): void {
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store')
}

interface SharedRead extends Pick<Handler, 'handle'>, Pick<ServeOptions, 'sharedReplies'> {
  input: Readonly<Partial<Record<'params' | 'query', unknown>>>
}

async function sendShared(
  { route, request, reply, serialize }: Exchange,
  { input, handle, sharedReplies }: SharedRead,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  setJsonHeaders(reply)
  return await sharedReplies.send(
    { request, reply },
    {
      key: `${route.path} ${JSON.stringify([input.params, input.query, hiddenFrom(route, request.caller)])}`,
      computeJson: async () => shownTo({ route, request, serialize }, await handle(input as never)),
    },
  )
}

/** Returns the caller's address if all other addresses are hidden from the caller. */
function hiddenFrom(route: Route, caller: Caller | undefined): string | undefined {
  return seesNoAddresses(route, caller) ? caller?.email : undefined
}

function isRaw(reply: Route['reply']): reply is RawReply {
  return 'contentType' in reply
}

/**
 * Sends a reply without its body if the client names its tag, as a program with a cached list may do. Browsers store no
 * replies.
 */
function sendUnlessCached({ request, reply }: Pick<Exchange, 'request' | 'reply'>, json: string): FastifyReply {
  const etag = computeEtag(json)
  reply.header('etag', etag)
  return knownEtags(request).includes(etag) ? reply.code(304).send() : reply.send(json)
}

function sendRaw(
  { route, request, reply }: Omit<Exchange, 'serialize'>,
  { body, status, headers }: RawResponse,
): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (isRaw(route.reply)) reply.type(route.reply.contentType)
  reply.code(status ?? 200).headers(headers ?? {})
  if (request.method === 'HEAD' && body instanceof Readable) {
    body.destroy()
    return reply.send('')
  }
  return reply.send(body)
}

import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyMultipart from '@fastify/multipart'
import fastifySession, { type SessionStore } from '@fastify/session'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { EmbeddedKeys } from '#server/auth/embedded-keys.ts'
import { SIGNED_IN_MS } from '#server/auth/sessions.ts'
import { serveEmbeddedSignIn } from '#server/http/embedded-sign-in/serve-embedded-sign-in.ts'
import { replyToClientError } from './client-error.ts'
import { databaseRefusal, pathOf, replyToError } from './error-reply.ts'
import type { Handler } from './handler.ts'
import { servePages } from './pages.ts'
import { createRateLimits, registerRateLimits } from './rate-limits.ts'
import { helmetOptions, PERMISSIONS_POLICY } from './security.ts'
import { type ServeOptions, serveHandler } from './serve-handler.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
/** The columns of a data copy are listed in the query, and a sheet can have very many. */
const HEADER_LIMIT_BYTES = 512 * 1024
const MAX_PARAM_LENGTH = 10_000
const REQUEST_TIMEOUT_MS = 300_000

interface AppOptions extends Omit<ServeOptions, 'limitsOf'> {
  handlers: readonly Handler[]
  logger: Logger
  sessions: SessionStore
  sessionSecret: string
  isHttps: boolean
  /** Set for the embedded sign-in only. */
  embeddedKeys: EmbeddedKeys | undefined
  /** The folder of the built web pages. */
  pageDir: string
  /** Requests that need the database are refused at once then, instead of piling up until they time out. */
  isDatabaseAway: () => boolean
}

/** Builds the HTTP server; it does not listen yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify(serverOptions(options))
  if (options.isHttps) assumeHttps(app)
  app.setErrorHandler(replyToError)
  app.addHook('onResponse', async (request, reply) => {
    const level = request.method === 'GET' && reply.statusCode < 400 ? 'debug' : 'info'
    const durationMs = Math.round(reply.elapsedTime)
    request.log[level](
      { method: request.method, url: pathOf(request), status: reply.statusCode, durationMs },
      'Request',
    )
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY)
  })
  acceptEmptyJson(app)
  await app.register(fastifyHelmet, helmetOptions(options))
  await app.register(fastifyCookie)
  await app.register(fastifyMultipart)
  await registerRateLimits(app)
  await app.register(async (scope) => {
    refuseWithoutDatabase(scope, options)
    await registerSessions(scope, options)
    const limitsOf = createRateLimits(scope)
    for (const handler of options.handlers) serveHandler(scope, handler, { ...options, limitsOf })
  })
  const { embeddedKeys } = options
  if (embeddedKeys) {
    await app.register((scope) => serveEmbeddedSignIn(scope, { origins: options.origins, keys: embeddedKeys }))
  }
  await servePages(app, options.pageDir)
  return app
}

function serverOptions({ logger, isHttps }: AppOptions): FastifyServerOptions & { http: { maxHeaderSize: number } } {
  const loggerInstance: FastifyBaseLogger = logger
  return {
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isHttps ? isNearestProxy : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A machine that was suspended in the middle of the start is no reason to fail.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    http: { maxHeaderSize: HEADER_LIMIT_BYTES },
    clientErrorHandler: replyToClientError,
    frameworkErrors: (error, request, reply) => {
      void replyToError(error, request, reply)
    },
  }
}

/** Trusts only the proxy that forwards the request, so that clients cannot forge their address. */
const isNearestProxy = (_address: string, hop: number) => hop === 0

/** With an https public URL, a proxy terminates TLS. Not every proxy says so in a header, and cookies depend on it. */
function assumeHttps(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    request.raw.headers['x-forwarded-proto'] = 'https'
  })
}

/** Like Fastify's own parser, but accepts an empty body: some clients send the content type with every request. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}

/** Comes before sessions, which are read from the database. */
function refuseWithoutDatabase(app: FastifyInstance, { handlers, isDatabaseAway }: AppOptions): void {
  const served = new Set<string | undefined>(
    handlers.filter(({ route }) => route.worksWithoutDatabase).map(({ route }) => route.path),
  )
  app.addHook('onRequest', async (request) => {
    if (isDatabaseAway() && !served.has(request.routeOptions.url)) throw databaseRefusal('away')
  })
}

async function registerSessions(app: FastifyInstance, options: AppOptions): Promise<void> {
  await app.register(fastifySession, {
    secret: options.sessionSecret,
    store: options.sessions,
    cookieName: 'nano_sync_session',
    saveUninitialized: false,
    rolling: false,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: options.isHttps, maxAge: SIGNED_IN_MS },
  })
}

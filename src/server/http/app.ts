import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyMultipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { operations } from '#contract/operation.ts'
import type { EmbeddedKeys } from '#server/auth/embedded-keys.ts'
import { serveEmbeddedSignIn } from '#server/http/embedded-sign-in/serve-embedded-sign-in.ts'
import { asPage } from '#server/storage/connection-line.ts'
import { answerInTurn } from './answer-in-turn.ts'
import { type CallerOptions, identifyCallers } from './caller.ts'
import { replyToClientError } from './client-error.ts'
import { registerCompression } from './compression.ts'
import { databaseRefusal, replyToError } from './error-reply.ts'
import type { Handler } from './handler.ts'
import { serveMcp } from './mcp/serve-mcp.ts'
import type { RequestMetrics } from './metrics.ts'
import { type OauthOptions, serveOauth } from './oauth/serve-oauth.ts'
import { readPageHtml, servePages } from './pages.ts'
import { createRateLimits, registerRateLimits } from './rate-limits.ts'
import { logRequests } from './request-log.ts'
import { helmetOptions, PERMISSIONS_POLICY, refuseForeignHost } from './security.ts'
import { type ServeOptions, serveHandler } from './serve-handler.ts'
import { registerSessions, type SessionOptions } from './session-cookie.ts'
import { DEFAULT_READER_TIMING, dropStalledReaders } from './stalled-readers.ts'
import { limitUnreadReplies } from './unread-replies.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
/** Maximum size of the request line and all headers. */
const HEADER_LIMIT_BYTES = 16 * 1024
const MAX_PARAM_LENGTH = 10_000
const REQUEST_TIMEOUT_MS = 300_000

interface AppOptions extends Omit<ServeOptions, 'limitsOf'>, SessionOptions, CallerOptions {
  handlers: readonly Handler[]
  logger: Logger
  /** Logs changes, also to a separate file. */
  changeLogger: Logger
  requestMetrics: RequestMetrics
  trustedProxies: readonly string[]
  /**
   * Whether the app listens on a loopback address. Only programs on this machine can reach it then, and may forward requests of
   * other machines.
   */
  isLocalOnly: boolean
  /** Services only for assistants. */
  assistants: Pick<OauthOptions, 'apiTokens' | 'sessions' | 'orm'> | undefined
  /** Whether pages load Google's Picker. */
  usesPicker: boolean
  /** Set for the embedded sign-in only. */
  embeddedKeys: EmbeddedKeys | undefined
  /** The folder of the built web pages. */
  pageDir: string
  /** Whether the database is away. Requests that need it are then refused at once, instead of piling up until they time out. */
  isDatabaseAway: () => boolean
}

/** Builds the HTTP server; it does not listen yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify(serverOptions(options))
  if (options.isHttps) assumeHttps(app)
  app.setErrorHandler(replyToError)
  servePagesFirst(app)
  answerInTurn(app)
  logRequests(app, options)
  dropStalledReaders(app, DEFAULT_READER_TIMING)
  limitUnreadReplies(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY)
    if (!isProbe(request, options)) refuseForeignHost(request, { ...options, origins: options.origins() })
  })
  acceptEmptyJson(app)
  const pageHtml = readPageHtml(options.pageDir)
  await app.register(fastifyHelmet, helmetOptions({ ...options, pageHtml }))
  await app.register(fastifyCookie)
  await app.register(fastifyMultipart)
  await registerRateLimits(app)
  await app.register(async (scope) => {
    refuseWithoutDatabase(scope, options)
    await registerSessions(scope, options)
    identifyCallers(scope, options)
    const limitsOf = createRateLimits(scope)
    await registerCompression(scope)
    for (const handler of options.handlers) serveHandler(scope, handler, { ...options, limitsOf })
    const { assistants } = options
    if (!assistants) return
    serveMcp(scope, { ...options, ...assistants })
    await scope.register((part) => serveOauth(part, { ...options, ...assistants }))
  })
  const { embeddedKeys } = options
  if (embeddedKeys) {
    await app.register((scope) => serveEmbeddedSignIn(scope, { origins: options.origins, keys: embeddedKeys }))
  }
  await servePages(app, options)
  return app
}

const PROBES: ReadonlySet<string | undefined> = new Set(
  [operations.health, operations.ready, operations.metrics].map(({ path }) => path),
)

/**
 * Whether a request is a monitor's probe, which may use a node's IP address if other machines can reach the node. Metrics need
 * a token there.
 */
function isProbe({ routeOptions }: FastifyRequest, { operatorAccess: { isReachable } }: AppOptions): boolean {
  return isReachable && PROBES.has(routeOptions.url)
}

function serverOptions({
  logger,
  trustedProxies,
}: AppOptions): FastifyServerOptions & { http: { maxHeaderSize: number } } {
  const loggerInstance: FastifyBaseLogger = logger
  return {
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // No timeout: startup must not fail because the machine was suspended.
    pluginTimeout: 0,
    rewriteUrl: ({ url = '/' }) => withoutOrigin(url),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    http: { maxHeaderSize: HEADER_LIMIT_BYTES },
    clientErrorHandler: replyToClientError,
    frameworkErrors: (error, request, reply) => {
      void replyToError(error, request, reply)
    },
  }
}

/** Removes the origin from a request to a proxy, because routes and cookies only match paths. */
function withoutOrigin(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, '')
}

/**
 * Treats every request as https, because with an https public URL a proxy terminates TLS. Not every proxy sends a header about
 * it, and not every proxy is trusted. Without https, the session's cookie would not be set.
 */
function assumeHttps(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    Object.defineProperty(request, 'protocol', { value: 'https' })
  })
}

/** Parses JSON like Fastify, but accepts an empty body, because some clients send the content type with every request. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}

/** Gives requests database connections before workers. */
function servePagesFirst(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, _reply, done) => asPage(done))
}

/** Refuses requests that need the database while it is away. Must run before sessions, which are read from the database. */
function refuseWithoutDatabase(app: FastifyInstance, { handlers, isDatabaseAway }: AppOptions): void {
  const served = new Set<string | undefined>(
    handlers.filter(({ route }) => route.worksWithoutDatabase).map(({ route }) => route.path),
  )
  app.addHook('onRequest', async (request) => {
    if (isDatabaseAway() && !served.has(request.routeOptions.url)) throw databaseRefusal('away')
  })
}

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
import { answerClientError } from './client-error.ts'
import { pathOf, replyToError } from './error-reply.ts'
import type { Handler } from './handler.ts'
import { servePages } from './pages.ts'
import { createRateLimits, registerRateLimits } from './rate-limits.ts'
import { helmetOptions } from './security.ts'
import { type ServeOptions, serveHandler } from './serve-handler.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
/** Names of columns are chosen in the query, and a sheet may have very many. */
const HEADER_LIMIT_BYTES = 512 * 1024
const MAX_PARAM_LENGTH = 10_000
const REQUEST_TIMEOUT_MS = 300_000

interface AppOptions extends Omit<ServeOptions, 'limitsOf'> {
  handlers: readonly Handler[]
  logger: Logger
  sessions: SessionStore
  sessionSecret: string
  isHttps: boolean
  /** The embedded sign-in is mounted when its keys are given. */
  embeddedKeys: EmbeddedKeys | undefined
  /** The folder of the built web page. */
  pageDir: string
}

/** The HTTP server of the product, not listening yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify(serverOptions(options))
  if (options.isHttps) believeInHttps(app)
  app.setErrorHandler(replyToError)
  app.addHook('onResponse', async (request, reply) => {
    const level = request.method === 'GET' && reply.statusCode < 400 ? 'debug' : 'info'
    const durationMs = Math.round(reply.elapsedTime)
    request.log[level]({ method: request.method, url: pathOf(request), status: reply.statusCode, durationMs }, 'call')
  })
  readJson(app)
  await app.register(fastifyHelmet, helmetOptions(options))
  await app.register(fastifyCookie)
  await app.register(fastifyMultipart)
  await registerRateLimits(app)
  await app.register(async (calls) => {
    await openSessions(calls, options)
    const limitsOf = createRateLimits(calls)
    for (const handler of options.handlers) serveHandler(calls, handler, { ...options, limitsOf })
  })
  const { embeddedKeys } = options
  if (embeddedKeys) {
    await app.register((scope) => serveEmbeddedSignIn(scope, { publicUrl: options.publicUrl, keys: embeddedKeys }))
  }
  await servePages(app, options.pageDir)
  return app
}

function serverOptions({ logger, isHttps }: AppOptions): FastifyServerOptions & { http: { maxHeaderSize: number } } {
  const loggerInstance: FastifyBaseLogger = logger
  return {
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isHttps ? isNearest : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    http: { maxHeaderSize: HEADER_LIMIT_BYTES },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      void replyToError(error, request, reply)
    },
  }
}

/** Believes the proxy that hands the request over, and nothing that a visitor wrote before it. */
const isNearest = (_address: string, hop: number) => hop === 0

/** With an https address, a proxy stands in front and ends TLS; not every proxy says so, and cookies depend on it. */
function believeInHttps(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    request.raw.headers['x-forwarded-proto'] = 'https'
  })
}

/** Like Fastify's own, but an empty body is none: some clients name a content type for every request. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}

async function openSessions(calls: FastifyInstance, options: AppOptions): Promise<void> {
  await calls.register(fastifySession, {
    secret: options.sessionSecret,
    store: options.sessions,
    cookieName: 'nano_sync_session',
    saveUninitialized: false,
    rolling: false,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: options.isHttps, maxAge: SIGNED_IN_MS },
  })
}

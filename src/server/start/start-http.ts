import type { FastifyInstance } from 'fastify'
import { isLoopback } from '#domain/is-loopback.ts'
import { HOUR_MS } from '#domain/time.ts'
import { removeOldActivity } from '#server/activity/list-activity.ts'
import { removeOldDeliveries } from '#server/alerts/deliveries.ts'
import { reportNewToken } from '#server/alerts/make-alerts.ts'
import { type ApiTokens, createApiTokens } from '#server/auth/api-tokens.ts'
import { readEmbeddedKeys } from '#server/auth/embedded-keys.ts'
import { removeExpiredRecords } from '#server/auth/oauth-adapter.ts'
import { createSessions, type Sessions } from '#server/auth/sessions.ts'
import { createSignIn } from '#server/auth/sign-in.ts'
import { findIssuer, signInProvider } from '#server/auth/sign-in-provider.ts'
import { type Config, usesPicker } from '#server/config/config.ts'
import { allHandlers } from '#server/http/all-handlers.ts'
import { createApp } from '#server/http/app.ts'
import type { Context } from '#server/http/context.ts'
import { DEFAULT_EVENT_TIMING, type EventTiming, openEventHub } from '#server/http/events/event-hub.ts'
import { createChangeReader, createProgressReader } from '#server/http/events/read-changes.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { type PublicOrigins, publicOrigins } from '#server/http/public-origins.ts'
import { createSharedReplies } from '#server/http/shared-replies.ts'
import { createDevLogs } from '#server/logs/dev-logs.ts'
import { every } from '#server/pace/every.ts'
import { removeExpiredPreviews } from '#server/preview/preview-rows.ts'
import { isPortTaken, StartError } from './start-error.ts'

const CLEANUP_MS = HOUR_MS
/** Maximum time for requests to finish once the process is asked to stop. */
const MAX_SHUTDOWN_MS = 10_000

interface HttpParts {
  context: Context
  sessionSecrets: readonly string[]
  metrics: Metrics
  spreadsheetUrl: string
  /** URL of the embedded spreadsheets; undefined if they are not served. */
  embeddedSheetsUrl: string | undefined
  eventTiming: Partial<EventTiming> | undefined
  checksReplies: boolean
  /** The folder of the built web page. */
  pageDir: string
}

interface HttpServer extends AsyncDisposable {
  readonly url: string
  readonly publicUrl: string
}

/**
 * Builds the HTTP server and listens. Disposing ends event streams first, then waits for requests in progress.
 *
 * @throws StartError when the port is taken
 */
export async function startHttp({
  context,
  sessionSecrets,
  metrics,
  spreadsheetUrl,
  embeddedSheetsUrl,
  eventTiming,
  checksReplies,
  pageDir,
}: HttpParts): Promise<HttpServer> {
  const { config, database, health, logger, changeLogger, now } = context
  const stopping = new AbortController()
  // Both addresses are known once the server listens. Nothing reads them before.
  const address: { url: string; origins: PublicOrigins } = { url: '', origins: { main: '', all: [] } }
  const origins = () => address.origins
  const keys = config.signIn.provider === 'embedded' ? await readEmbeddedKeys(config.dataDir) : undefined
  const people = { orm: database.orm, issuer: findIssuer(config.signIn), now }
  const sessions = createSessions(people)
  const reportNew: Parameters<typeof createApiTokens>[0]['reportNew'] = (tx, token) => reportNewToken(tx, token, now())
  const apiTokens = createApiTokens({ ...people, reportNew })
  const { formatTime, queue } = context
  const { orm } = database
  const eventHub = await openEventHub({
    database,
    sessions,
    readers: {
      live: createChangeReader({ config, orm, queue, now, formatTime }),
      slow: createProgressReader({ orm, queue }),
    },
    logger,
    timing: { ...DEFAULT_EVENT_TIMING, ...eventTiming },
  })
  const signIn = createSignIn({
    provider: () => signInProvider({ signIn: config.signIn, keys, publicUrl: origins().main, localUrl: address.url }),
    groupsClaim: config.administrators?.groups.length ? config.administrators.groupsClaim : undefined,
  })
  const devLogs = createDevLogs(config.logTo === 'stdout' ? undefined : config.logDir)
  const handlers = allHandlers({
    apiTokens,
    context,
    devLogs,
    eventHub,
    metrics,
    origins,
    sessions,
    signIn,
    spreadsheetUrl,
    embeddedSheetsUrl,
    stopping: stopping.signal,
  })
  const app = await createApp({
    apiTokens,
    handlers,
    sharedReplies: createSharedReplies(eventHub),
    logger,
    changeLogger,
    requestMetrics: metrics.requests,
    sessions,
    sessionSecrets,
    embeddedKeys: keys,
    assistants: { apiTokens, sessions, orm: context.database.orm },
    usesPicker: usesPicker(config.signIn),
    isHttps: config.http.publicUrls[0]?.startsWith('https:') ?? false,
    isLocalOnly: isLoopback(config.http.host),
    openScreens: config.http.openScreens,
    trustedProxies: config.http.trustedProxies,
    now,
    allowedEmails: config.allowedEmails,
    administrators: config.administrators,
    operatorAccess: config.http,
    origins,
    pageDir,
    checksReplies,
    isDatabaseAway: () => health.isDatabaseAway,
  })
  address.url = await listen(app, config.http)
  address.origins = publicOrigins({
    configured: config.http.publicUrls,
    localUrl: address.url,
    isEmbeddedSignIn: keys !== undefined,
  })
  const cleanup = removeExpired(context, { sessions, apiTokens })
  return {
    url: address.url,
    publicUrl: origins().main,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await cleanup[Symbol.asyncDispose]()
      await eventHub[Symbol.asyncDispose]()
      const deadline = setTimeout(() => app.server.closeAllConnections(), MAX_SHUTDOWN_MS)
      await app.close()
      clearTimeout(deadline)
    },
  }
}

async function listen(app: FastifyInstance, { host, port }: Config['http']): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if (!isPortTaken(error)) throw error
    throw new StartError(`Port ${port} on ${host} is already in use. Stop the other program or set PORT.`, {
      cause: error,
    })
  }
  const address = app.server.address()
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  const actualPort = typeof address === 'object' && address ? address.port : port
  return `http://${name.includes(':') ? `[${name}]` : name}:${actualPort}`
}

function removeExpired(
  { database, now, logger }: Context,
  { sessions, apiTokens }: { sessions: Sessions; apiTokens: ApiTokens },
): AsyncDisposable {
  const work = async () => {
    await sessions.removeExpired()
    await apiTokens.removeExpired()
    await removeExpiredRecords({ orm: database.orm, now })
    await removeOldActivity(database.orm, now())
    await removeExpiredPreviews(database.orm, now())
    await removeOldDeliveries(database.orm, now())
  }
  const onError = (err: unknown) =>
    logger.warn({ err }, 'Could not remove expired sessions, tokens, activity, previews and deliveries')
  return every(CLEANUP_MS, { work, onError })
}

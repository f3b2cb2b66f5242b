import { randomBytes, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Emulator } from '#emulator/start-emulator.ts'
import { embeddedKeys } from './auth/embedded-keys.ts'
import { keptSecret } from './auth/kept-secret.ts'
import { createSignIn } from './auth/sign-in.ts'
import { signInProvider } from './auth/sign-in-provider.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { startCsvJobs } from './csv/csv-jobs.ts'
import { createDevLogs } from './dev-logs/dev-logs.ts'
import { createGoogle, type Google } from './google/google.ts'
import { memoryQuotaStore, postgresQuotaStore } from './google/quota-store.ts'
import { allAnswers } from './http/all-answers.ts'
import { createApp } from './http/app.ts'
import { createEventHub, DEFAULT_EVENT_TIMING, type EventHub, type EventTiming } from './http/event-hub.ts'
import { createChangeReader } from './http/read-changes.ts'
import { lockDataDir } from './lock-data-dir.ts'
import { openLogFiles } from './logger.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { startQueue } from './queue/queue.ts'
import type { QueueTiming } from './queue/queue-timing.ts'
import { startSchedules } from './schedule/schedules.ts'
import { seedSamples } from './seed-samples.ts'
import { isPortTaken, StartError } from './start-error.ts'
import { startSheetsProvider } from './start-sheets-provider.ts'
import { type Database, openDatabase } from './storage/database.ts'
import { createSessions, type Sessions } from './storage/sessions.ts'

const ROOT = join(import.meta.dirname, '../..')
const SWEEP_MS = 60 * 60 * 1000
const SECRET_BYTES = 32
/** How long calls may go on after the process was asked to stop. */
const LONGEST_ANSWER_MS = 10_000

/** The running app; disposing of it ends or hands back all work. */
export interface App extends AsyncDisposable {
  /** Where this process listens, and the address that users see; neither ends in a slash. */
  readonly url: string
  readonly publicUrl: string
  /** The embedded spreadsheet provider, where it is used. */
  readonly emulator: Emulator | undefined
  readonly context: Context
  /** What whoever started the app should know, a sentence each. */
  readonly notices: readonly string[]
  flushLogs(): void
}

interface StartOptions {
  now?: () => Date
  /** Tests shorten these. */
  queueTiming?: Partial<QueueTiming>
  eventTiming?: Partial<EventTiming>
}

/**
 * Starts everything that the settings ask for, one part after the other; what was started ends in the reverse order.
 *
 * @throws StartError when the data folder or the port is in use.
 */
export async function start(config: Config, options: StartOptions = {}): Promise<App> {
  const now = options.now ?? (() => new Date())
  await using parts = new AsyncDisposableStack()
  if ('dataDir' in config.database || config.sheets.api === undefined) parts.use(await lockDataDir(config.dataDir))
  const logs = parts.use(await openLogFiles({ logDir: config.logDir, now }))
  const { logger } = logs
  const sheets = parts.use(await startSheetsProvider({ config, root: ROOT, now }))
  const database = parts.use(await openDatabase(config.database))
  const metrics = createMetrics({ orm: database.orm, now })
  const google = await openGoogle({ config, api: sheets.api, database, metrics, now })
  const { queueTiming = {} } = options
  const nodeId = `${hostname()}:${process.pid}:${randomUUID()}`
  const queue = parts.use(await startQueue({ database, google, config, logger, now, nodeId, timing: queueTiming }))
  const schedules = parts.use(await startSchedules({ database, queue, config, logger, now }))
  const csvJobs = parts.use(await startCsvJobs({ database, logger, now }))
  const context: Context = { config, database, google, queue, schedules, csvJobs, logger, now }
  if (sheets.emulator && config.hasSamples) {
    await seedSamples({ orm: database.orm, sheetsUrl: sheets.api.sheetsUrl, now })
  }
  const { spreadsheetUrl } = sheets
  const http = parts.use(await startHttp({ context, metrics, spreadsheetUrl, eventTiming: options.eventTiming }))
  logger.info({ url: http.url, publicUrl: http.publicUrl, role: config.queue.role }, 'Nano Sync has started')

  const running = parts.move()
  return {
    url: http.url,
    publicUrl: http.publicUrl,
    emulator: sheets.emulator,
    context,
    notices: sheets.notices,
    flushLogs: () => logs.flushSync(),
    async [Symbol.asyncDispose]() {
      logger.info('Nano Sync stops')
      await running.disposeAsync()
    },
  }
}

interface GoogleParts {
  config: Config
  api: { sheetsUrl: string; driveUrl: string }
  database: Database
  metrics: Metrics
  now: () => Date
}

async function openGoogle({ config, api, database, metrics, now }: GoogleParts): Promise<Google> {
  const { serviceAccountKeyFile, readsPerMinute, writesPerMinute } = config.sheets
  return createGoogle({
    config: { ...api, readsPerMinute, writesPerMinute, ...(serviceAccountKeyFile && { serviceAccountKeyFile }) },
    quotaStore: database.pool ? await postgresQuotaStore(database.pool) : memoryQuotaStore,
    metrics: metrics.provider,
    now,
    random: Math.random,
  })
}

interface HttpParts {
  context: Context
  metrics: Metrics
  spreadsheetUrl: string
  eventTiming: Partial<EventTiming> | undefined
}

interface HttpServer extends AsyncDisposable {
  readonly url: string
  readonly publicUrl: string
}

async function startHttp({ context, metrics, spreadsheetUrl, eventTiming }: HttpParts): Promise<HttpServer> {
  const { config, database, logger, now } = context
  const stopping = new AbortController()
  // Both addresses are known once the port is taken; nobody asks before.
  const address = { url: '', publicUrl: '' }
  const publicUrl = () => address.publicUrl
  const keys = config.signIn.provider === 'embedded' ? await embeddedKeys(config.dataDir) : undefined
  const sessions = createSessions({ orm: database.orm, now })
  const eventHub = await openEventHub({ context, sessions, eventTiming })
  const signIn = createSignIn({
    provider: () => signInProvider({ signIn: config.signIn, keys, publicUrl: publicUrl(), localUrl: address.url }),
    redirectUri: () => `${publicUrl()}/auth/callback`,
  })
  const devLogs = createDevLogs(config.logDir)
  const app = await createApp({
    answers: allAnswers({
      context,
      devLogs,
      eventHub,
      metrics,
      publicUrl,
      signIn,
      spreadsheetUrl,
      stopping: stopping.signal,
    }),
    logger,
    sessions,
    sessionSecret: config.sessionSecret ?? (await madeSecret(config.dataDir)),
    embeddedKeys: keys,
    isHttps: config.http.publicUrl?.startsWith('https:') ?? false,
    openScreens: config.http.openScreens,
    allowedEmails: config.allowedEmails,
    publicUrl,
    pageDir: join(ROOT, 'dist/web'),
  })
  address.url = await listen(app, config.http)
  address.publicUrl = config.http.publicUrl ?? address.url
  const sweeping = sweepSessions(sessions, logger)
  return {
    ...address,
    async [Symbol.asyncDispose]() {
      clearInterval(sweeping)
      stopping.abort()
      await eventHub[Symbol.asyncDispose]()
      const impatience = setTimeout(() => app.server.closeAllConnections(), LONGEST_ANSWER_MS)
      await app.close()
      clearTimeout(impatience)
    },
  }
}

interface HubParts {
  context: Context
  sessions: Sessions
  eventTiming: Partial<EventTiming> | undefined
}

async function openEventHub({ context, sessions, eventTiming }: HubParts): Promise<EventHub> {
  const { config, database, logger, queue } = context
  const changes = createChangeReader({ orm: database.orm, queue, timezone: config.schedule.timezone })
  return createEventHub({
    database,
    sessions,
    readChanges: changes.read,
    onFirstClient: changes.reset,
    logger,
    timing: { ...DEFAULT_EVENT_TIMING, ...eventTiming },
  })
}

function madeSecret(dataDir: string): Promise<string> {
  const make = () => randomBytes(SECRET_BYTES).toString('base64url')
  return keptSecret({ dataDir, fileName: 'session-secret', make })
}

async function listen(app: FastifyInstance, { host, port }: Config['http']): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if (!isPortTaken(error)) throw error
    throw new StartError(`Port ${port} on ${host} is in use by another program: stop that one, or set PORT.`, {
      cause: error,
    })
  }
  const address = app.server.address()
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  const takenPort = typeof address === 'object' && address ? address.port : port
  return `http://${name.includes(':') ? `[${name}]` : name}:${takenPort}`
}

function sweepSessions(sessions: Sessions, logger: Logger): NodeJS.Timeout {
  const sweep = () =>
    sessions.sweep().catch((error: unknown) => logger.warn({ err: error }, 'Ended sessions could not be removed'))
  return setInterval(sweep, SWEEP_MS).unref()
}

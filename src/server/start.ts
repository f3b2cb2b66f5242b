import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Emulator } from '#emulator/start-emulator.ts'
import { readSessionSecret } from '#server/auth/read-or-create-secret.ts'
import { createTokenCipher } from '#server/auth/token-cipher.ts'
import { createUserTokens, type UserTokens } from '#server/auth/user-tokens.ts'
import { startCsvJobs } from '#server/csv/csv-jobs.ts'
import { createGoogle, type Google } from '#server/google/google.ts'
import { memoryQuotaStore, postgresQuotaStore } from '#server/google/quota-store.ts'
import { createRenewAccess } from '#server/google/renew-access.ts'
import { createUserAccountCache } from '#server/google/user-account-cache.ts'
import type { EventTiming } from '#server/http/events/event-hub.ts'
import { openLogFiles } from '#server/logs/logger.ts'
import { startQueue } from '#server/queue/queue.ts'
import type { QueueTiming } from '#server/queue/worker.ts'
import { startSchedules } from '#server/schedule/schedules.ts'
import { type Database, openDatabase } from '#server/storage/database.ts'
import { type DatabaseClock, openDatabaseClock } from '#server/storage/database-clock.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { lockDataDir } from './lock-data-dir.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { seedSamples } from './seed-samples.ts'
import { startHttp } from './start-http.ts'
import { startSheetsProvider } from './start-sheets-provider.ts'

const ROOT = join(import.meta.dirname, '../..')

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
}

interface StartOptions {
  /** The time for everything; tests move it. */
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
  const machineNow = options.now ?? (() => new Date())
  await using parts = new AsyncDisposableStack()
  if ('dataDir' in config.database || config.sheets.api === undefined) parts.use(await lockDataDir(config.dataDir))
  const { logger } = parts.use(openLogFiles({ logDir: config.logDir, now: machineNow }))
  const sheets = parts.use(await startSheetsProvider({ config, root: ROOT, now: machineNow }))
  const database = parts.use(await openDatabase(config.database, { logger, now: machineNow }))
  const { now } = options.now ? { now: options.now } : parts.use(await openClock({ database, logger, machineNow }))
  const metrics = createMetrics({ orm: database.orm, now })
  const sessionSecret = await readSessionSecret(config)
  const userTokens = createUserTokens({ orm: database.orm, cipher: createTokenCipher(sessionSecret), now })
  const google = openGoogle({ config, api: sheets.api, database, userTokens, metrics, now })
  const { queueTiming = {} } = options
  const nodeId = `${hostname()}:${process.pid}:${randomUUID()}`
  const queue = parts.use(
    await startQueue({ database, google, config, logger, now, nodeId, timing: queueTiming, metrics: metrics.queue }),
  )
  const schedules = parts.use(await startSchedules({ database, queue, config, logger, now }))
  const csvJobs = parts.use(await startCsvJobs({ database, logger, now }))
  const context: Context = { config, database, userTokens, google, queue, schedules, csvJobs, logger, now }
  if (sheets.emulator && config.hasSamples) {
    await seedSamples({ orm: database.orm, sheetsUrl: sheets.api.sheetsUrl, now })
  }
  const pageDir = join(ROOT, 'dist/web')
  const { spreadsheetUrl } = sheets
  const { eventTiming } = options
  const http = parts.use(await startHttp({ context, sessionSecret, metrics, spreadsheetUrl, eventTiming, pageDir }))
  logger.info({ url: http.url, publicUrl: http.publicUrl, role: config.queue.role }, 'Nano Sync has started')

  const running = parts.move()
  return {
    url: http.url,
    publicUrl: http.publicUrl,
    emulator: sheets.emulator,
    context,
    notices: sheets.notices,
    async [Symbol.asyncDispose]() {
      logger.info('Nano Sync stops')
      // First of all, so that runs are with other nodes even where whoever stops this one does not wait for the rest.
      await queue.drain()
      await running.disposeAsync()
    },
  }
}

interface ClockParts {
  database: Database
  logger: Logger
  machineNow: () => Date
}

/** The time that all nodes share; the embedded database has one node, and no time but the machine's. */
async function openClock({ database, logger, machineNow }: ClockParts): Promise<DatabaseClock> {
  if (database.pool) return openDatabaseClock({ orm: database.orm, logger, machineNow })
  return { now: machineNow, async [Symbol.asyncDispose]() {} }
}

interface GoogleParts {
  config: Config
  api: { sheetsUrl: string; driveUrl: string }
  database: Database
  userTokens: UserTokens
  metrics: Metrics
  now: () => Date
}

function openGoogle({ config, api, database, userTokens, metrics, now }: GoogleParts): Google {
  const { signIn } = config
  const { serviceAccountKeyFile, readsPerMinute, writesPerMinute } = config.sheets
  const userAccounts =
    signIn.provider === 'external'
      ? createUserAccountCache({ userTokens, renewAccess: createRenewAccess(signIn), project: signIn.clientId, now })
      : undefined
  return createGoogle({
    config: { ...api, readsPerMinute, writesPerMinute, ...(serviceAccountKeyFile && { serviceAccountKeyFile }) },
    userAccounts,
    quotaStore: database.pool ? postgresQuotaStore(database.pool) : memoryQuotaStore,
    metrics: metrics.provider,
    now,
    random: Math.random,
  })
}

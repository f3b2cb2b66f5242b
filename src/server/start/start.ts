import { randomUUID } from 'node:crypto'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { localTimeFormatter } from '#domain/schedule/local-time.ts'
import { createAccessChecker } from '#server/access/access-checker.ts'
import { createTitleReader } from '#server/access/title-reader.ts'
import { startDeliveryWorker } from '#server/alerts/delivery-worker.ts'
import { createSnoozeLinks } from '#server/alerts/snooze-links.ts'
import { startAlerts } from '#server/alerts/start-alerts.ts'
import type { ExplainEndedAccess } from '#server/alerts/watch-access.ts'
import { readSessionSecrets } from '#server/auth/read-or-create-secret.ts'
import { createTokenCipher } from '#server/auth/token-cipher.ts'
import { startBackups } from '#server/backup/backups.ts'
import { describeVersion } from '#server/config/app-version.ts'
import type { Config } from '#server/config/config.ts'
import { describeMode, describeUnknownSettings, ignoredCredentials } from '#server/config/describe-mode.ts'
import { PROJECT_FOLDER } from '#server/config/project-folder.ts'
import { startCsvJobs } from '#server/csv/csv-jobs.ts'
import { createNoteFinder } from '#server/freshness/note-finder.ts'
import { freshnessWatcher } from '#server/freshness/watch-freshness.ts'
import type { Pause } from '#server/google/quota.ts'
import { endedAccess } from '#server/google/user-account-cache.ts'
import type { Context } from '#server/http/context.ts'
import type { EventTiming } from '#server/http/events/event-hub.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { DEFAULT_HEALTH_TIMING, type HealthTiming, watchNodeHealth } from '#server/http/node-health.ts'
import { openLogs } from '#server/logs/logger.ts'
import { createPreviewer } from '#server/preview/previewer.ts'
import { DEFAULT_TIMING, startQueue } from '#server/queue/queue.ts'
import type { QueueTiming } from '#server/queue/worker.ts'
import { startNightlyAccessCheck } from '#server/schedule/nightly-access-check.ts'
import { startSchedules } from '#server/schedule/schedules.ts'
import { connectGoogle } from '#server/setup/google-connection.ts'
import { isNewerDatabase } from '#server/storage/migrate.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import { createDefaultTaskType } from '#server/task-types/create-default-task-type.ts'
import { watchDepartures } from '#server/tasks/watch-departures.ts'
import { startTracing } from '#server/tracing/start-tracing.ts'
import { startWatcher } from '#server/watch/watcher.ts'
import { createPrivateFolder, lockDataDir } from './lock-data-dir.ts'
import { openAlertChannels } from './open-alert-channels.ts'
import { openClock } from './open-clock.ts'
import { openGoogle } from './open-google.ts'
import { openPeopleAccess } from './open-people-access.ts'
import { openUserTokens } from './open-user-tokens.ts'
import { prepareUpgrade } from './prepare-upgrade.ts'
import { seedSamples } from './seed-samples.ts'
import { StartError } from './start-error.ts'
import { startHttp } from './start-http.ts'
import { type EmbeddedProvider, type StartEmbedded, startSheetsProvider } from './start-sheets-provider.ts'
import { watchClock } from './watch-clock.ts'

/** For the person who starts an earlier version on what a later one left. */
const GOING_BACK =
  'A newer version of Nano Sync has upgraded this database. This version works on it and leaves alone what it does not know. Make backups with the newer version.'

/** The running app. Disposing it finishes or hands back all work. */
export interface App extends AsyncDisposable {
  /** The URL this process listens on, and the URL users see. Neither ends with a slash. */
  readonly url: string
  readonly publicUrl: string
  /** The embedded spreadsheet provider, if it is used. */
  readonly embedded: EmbeddedProvider | undefined
  readonly context: Context
  /** Which providers are used, in a sentence. */
  readonly mode: string
  /** Messages for the user who started the app. */
  readonly notices: readonly string[]
}

export interface StartOptions {
  /** The clock of the whole app; tests set it. */
  now?: () => Date
  /** Called with each step that may take seconds, for the user who starts the app. */
  onProgress?: (step: string) => void
  /** Called with a sentence when only a restart can repair this node. */
  onUnrecoverable?: (sentence: string) => void
  /** Tests that provoke faults of the spreadsheet provider start it themselves. */
  startEmbedded?: StartEmbedded
  /** Tests shorten these. */
  queueTiming?: Partial<QueueTiming>
  eventTiming?: Partial<EventTiming>
  healthTiming?: Partial<HealthTiming>
  alertTiming?: { everyMs: number }
  deliveryPollMs?: number
  accessCheckPollMs?: number
  /** Waits before another try of a request to the provider. */
  pause?: Pause
  watchTickMs?: number
  /** Tests check every reply. */
  checksReplies?: boolean
}

/**
 * Starts the parts that the settings ask for, in order. Disposing the app stops them in reverse order.
 *
 * @throws StartError when the data folder or the port is in use, or the database refuses the connection
 */
export async function start(config: Config, options: StartOptions = {}): Promise<App> {
  const { onProgress = () => undefined, startEmbedded } = options
  const machineNow = options.now ?? (() => new Date())
  const nodeId = `${hostname()}:${process.pid}:${randomUUID()}`
  await using parts = new AsyncDisposableStack()
  parts.use(await startTracing({ endpoint: config.tracesTo, nodeId }))
  if (config.logDir.startsWith(config.dataDir)) await createPrivateFolder(config.dataDir)
  if ('dataDir' in config.database || config.sheets.api === undefined) parts.use(await lockDataDir(config.dataDir))
  const { logger, changeLogger } = parts.use(openLogs({ ...config, now: machineNow }))
  const sheets = parts.use(await startSheetsProvider({ config, root: PROJECT_FOLDER, logger, startEmbedded }))
  onProgress('Opening the database …')
  const database = parts.use(
    await openDatabase(config.database, {
      logger,
      now: machineNow,
      onWait: onProgress,
      fillNew: createDefaultTaskType,
      beforeUpgrade: prepareUpgrade({ config, logger, now: machineNow, onProgress }),
    }).catch(explainRefusal),
  )
  const clock = parts.use(await openClock({ database, logger, machineNow, fixedNow: options.now }))
  const { now } = clock
  const isBackedUp = database.copyFiles !== undefined && config.backups > 0
  const { dataDir } = config
  const metrics = createMetrics({ orm: database.orm, now, timezone: config.schedule.timezone, dataDir, isBackedUp })
  const sessionSecrets = await readSessionSecrets(config)
  const [secret = '', ...earlierSecrets] = [...config.tokenSecrets, ...sessionSecrets]
  const cipher = createTokenCipher([secret, ...earlierSecrets])
  const userTokens = await openUserTokens({ config, cipher, orm: database.orm, logger, now })
  const alertChannels = await openAlertChannels({ config, cipher, orm: database.orm, logger, now })
  const connection = await connectGoogle({
    config,
    open: (settings) =>
      openGoogle({
        config: { ...config, sheets: { ...config.sheets, ...settings } },
        api: settings.api ?? sheets.api,
        database,
        userTokens,
        metrics,
        now,
        pause: options.pause,
      }),
  })
  const { google } = connection
  const people = openPeopleAccess({
    config,
    database,
    userTokens,
    sharedAccount: () => connection.current.sharedAccount,
    logger,
    now,
  })
  if (people.accessGrants) parts.use(people.accessGrants)
  const { allowedEmails } = config
  const departures = parts.use(await watchDepartures({ orm: database.orm, allowedEmails, logger, now }))
  const { queueTiming = {} } = options
  const { leaseMs } = { ...DEFAULT_TIMING, ...queueTiming }
  parts.use(await watchClock({ orm: database.orm, logger, clock, leaseMs, lateWriteMs: google.lateWriteMs }))
  let [publicUrl = ''] = config.http.publicUrls
  const { timezone } = config.schedule
  const formatTime = localTimeFormatter(timezone)
  const { spreadsheetUrl } = sheets
  const noteOf = createNoteFinder({ timezone, now, formatTime, spreadsheetUrl, publicUrl: () => publicUrl })
  const queue = parts.use(
    await startQueue({
      database,
      google,
      config,
      logger,
      now,
      nodeId,
      timing: queueTiming,
      metrics: metrics.queue,
      noteOf,
    }),
  )
  const schedules = parts.use(await startSchedules({ database, queue, google, config, logger, now }))
  const { watchTickMs: tickMs } = options
  const watcher = parts.use(await startWatcher({ database, google, queue, config, logger, now, nodeId, tickMs }))
  const csvJobs = parts.use(await startCsvJobs({ database, logger, now }))
  const { readsPerMinute } = config.sheets.quota
  const titleReader = parts.use(createTitleReader({ orm: database.orm, google, readsPerMinute, logger, now }))
  const checkEdits = watcher.check
  const accessChecker = parts.use(
    createAccessChecker({ orm: database.orm, google, checkEdits, allowedEmails, logger, now }),
  )
  const previewer = parts.use(
    createPreviewer({
      orm: database.orm,
      google,
      scratchDir: tmpdir(),
      allowedEmails,
      logger,
      now,
      formatTime,
      noteOf,
    }),
  )
  parts.use(
    startNightlyAccessCheck({
      orm: database.orm,
      checker: accessChecker,
      config,
      logger,
      now,
      everyMs: options.accessCheckPollMs,
    }),
  )
  const snoozeLinks = createSnoozeLinks({ secrets: sessionSecrets, now })
  const explainEndedAccess: ExplainEndedAccess = (access) => endedAccess(access, access.revokedAt)
  const { pathOf: snoozePath } = snoozeLinks
  const watchFreshness = freshnessWatcher(config.schedule)
  const watching = { explainEndedAccess, watchFreshness, snoozePath }
  parts.use(startAlerts({ orm: database.orm, ...watching, logger, now, ...options.alertTiming }))
  const { onUnrecoverable = () => undefined, healthTiming } = options
  const timing = { ...DEFAULT_HEALTH_TIMING, ...healthTiming }
  const health = parts.use(watchNodeHealth({ database, queue, logger, timing, onUnrecoverable }))
  const jobs = { queue, snoozeLinks, schedules, watcher, csvJobs, titleReader, accessChecker, previewer, health }
  const context: Context = {
    config,
    database,
    userTokens,
    ...people,
    departures,
    google,
    connection,
    alertChannels,
    ...jobs,
    logger,
    changeLogger,
    now,
    formatTime,
  }
  const { copyFiles } = database
  if (copyFiles) parts.use(startBackups({ copyFiles, config, logger, now }))
  if (sheets.embedded && config.hasSamples && !connection.current.isKeyStored) {
    await seedSamples({ orm: database.orm, sheetsUrl: sheets.api.sheetsUrl, onProgress, now })
  }
  titleReader.readMissing()
  const pageDir = join(PROJECT_FOLDER, 'dist/web')
  const embeddedSheetsUrl = sheets.embedded?.url
  const { eventTiming, checksReplies = false } = options
  const http = parts.use(
    await startHttp({
      context,
      sessionSecrets,
      metrics,
      spreadsheetUrl,
      embeddedSheetsUrl,
      eventTiming,
      checksReplies,
      pageDir,
    }),
  )
  publicUrl ||= config.queue.role === 'worker' ? '' : http.publicUrl
  // A node that serves no pages may not know the address that people open.
  if (config.queue.role !== 'worker') {
    const { secrets } = alertChannels
    const sender = { settings: config.alerts, secrets, publicUrl: () => http.publicUrl, now }
    const { deliveryPollMs: pollMs } = options
    const parameters = { orm: database.orm, timezone, logger, metrics: metrics.deliveries, pollMs, ...sender }
    parts.use(startDeliveryWorker(parameters))
  }
  const { sheets: connected, sharedAccount } = connection.current
  const mode = describeMode({ config: { ...config, sheets: connected }, sharedAccount })
  logger.info(
    { url: http.url, publicUrl: http.publicUrl, role: config.queue.role, mode, app: describeVersion() },
    'Nano Sync started',
  )
  const warnings = [...describeUnknownSettings(config), ...((await isNewerDatabase(database.orm)) ? [GOING_BACK] : [])]
  for (const warning of warnings) logger.warn(warning)

  const running = parts.move()
  return {
    url: http.url,
    publicUrl: http.publicUrl,
    embedded: sheets.embedded,
    context,
    mode,
    notices: [...warnings, ...ignoredCredentials(config), ...sheets.notices],
    async [Symbol.asyncDispose]() {
      logger.info('Nano Sync is shutting down')
      // First, so that other nodes get the runs even if this process is killed before the shutdown is complete.
      await queue.drain()
      await running.disposeAsync()
    },
  }
}

/** The server responds, but not to us: waiting would not help. */
function explainRefusal(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Wrong user or password, or no such database.
  if (!(error instanceof Error && (code.startsWith('28') || code === '3D000'))) throw error
  throw new StartError(`The database refused the connection: ${error.message}. Check DATABASE_URL.`, { cause: error })
}

import { join } from 'node:path'
import { startDeliveryWorker } from '#server/alerts/delivery-worker.ts'
import { createSnoozeLinks } from '#server/alerts/snooze-links.ts'
import { describeVersion } from '#server/config/app-version.ts'
import type { Config } from '#server/config/config.ts'
import { describeMode, describeUnknownSettings, ignoredCredentials } from '#server/config/describe-mode.ts'
import { PROJECT_FOLDER } from '#server/config/project-folder.ts'
import type { Context } from '#server/http/context.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { isNewerDatabase } from '#server/storage/migrate.ts'
import { openAccounts } from './open-accounts.ts'
import { openRuntime } from './open-runtime.ts'
import { seedSamples } from './seed-samples.ts'
import { startHttp } from './start-http.ts'
import { startJobs } from './start-jobs.ts'
import type { StartOptions } from './start-options.ts'
import type { EmbeddedProvider } from './start-sheets-provider.ts'

/** Warning of an older version that opens a newer database. */
const GOING_BACK =
  'A newer version of Nano Sync has upgraded this database. This version works on it and ignores unknown tables and columns. Make backups with the newer version.'

/** The running app. Disposing it finishes or hands back all work. */
export interface App extends AsyncDisposable {
  /** The URL this process listens on, and the URL users see. Neither ends with a slash. */
  readonly url: string
  readonly publicUrl: string
  /** The embedded spreadsheet provider, if it is used. */
  readonly embedded: EmbeddedProvider | undefined
  readonly context: Context
  /** Sentence about the providers in use. */
  readonly mode: string
  /** Messages for the user who started the app. */
  readonly notices: readonly string[]
}

/**
 * Starts the parts required by the settings, in order. Disposing of the app stops them in reverse order.
 *
 * @throws StartError when the data folder or the port is in use, or the database refuses the connection
 */
export async function start(config: Config, options: StartOptions = {}): Promise<App> {
  await using parts = new AsyncDisposableStack()
  const { runtime, changeLogger, clock, sheets } = await openRuntime({ config, options, parts })
  const { database, orm, logger } = runtime
  const { dataDir } = config
  const metrics = createMetrics({
    ...runtime,
    dataDir,
    isBackedUp: database.copyFiles !== undefined && config.backups > 0,
  })
  const accounts = await openAccounts({ runtime, sheets, metrics, pause: options.pause, parts })
  const { sessionSecrets, alertChannels, connection } = accounts
  const { google } = connection
  const snoozeLinks = createSnoozeLinks({ ...runtime, secrets: sessionSecrets })
  const address = { publicUrl: config.http.publicUrls[0] ?? '' }
  const { spreadsheetUrl } = sheets
  const links = { spreadsheetUrl, publicUrl: () => address.publicUrl }
  const jobs = await startJobs({ runtime, clock, google, metrics, snoozeLinks, links, options, parts })
  const context: Context = { ...runtime, ...accounts, google, ...jobs, snoozeLinks, changeLogger }
  if (sheets.embedded && config.hasSamples && !connection.current.isKeyStored) {
    const { onProgress = () => undefined } = options
    await seedSamples({ ...runtime, sheetsUrl: sheets.api.sheetsUrl, onProgress })
  }
  jobs.titleReader.readMissing()
  const http = parts.use(
    await startHttp({
      context,
      sessionSecrets,
      metrics,
      spreadsheetUrl,
      embeddedSheetsUrl: sheets.embedded?.url,
      eventTiming: options.eventTiming,
      checksReplies: options.checksReplies ?? false,
      pageDir: join(PROJECT_FOLDER, 'dist/web'),
    }),
  )
  // A worker node delivers no alerts, because it may not know the address people open.
  if (config.queue.role !== 'worker') {
    address.publicUrl ||= http.publicUrl
    const sender = { settings: config.alerts, secrets: alertChannels.secrets, publicUrl: () => http.publicUrl }
    parts.use(
      startDeliveryWorker({ ...runtime, ...sender, metrics: metrics.deliveries, pollMs: options.deliveryPollMs }),
    )
  }
  const { sheets: connected, sharedAccount } = connection.current
  const mode = describeMode({ config: { ...config, sheets: connected }, sharedAccount })
  const { url, publicUrl } = http
  logger.info({ url, publicUrl, role: config.queue.role, mode, app: describeVersion() }, 'Nano Sync started')
  const warnings = [...describeUnknownSettings(config), ...((await isNewerDatabase(orm)) ? [GOING_BACK] : [])]
  for (const warning of warnings) logger.warn(warning)
  const notices = [...warnings, ...ignoredCredentials(config), ...sheets.notices]
  return { url, publicUrl, embedded: sheets.embedded, context, mode, notices, ...stopApp(context, parts.move()) }
}

function stopApp({ logger, queue }: Context, running: AsyncDisposableStack): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      logger.info('Nano Sync is shutting down')
      // Drain first, so other nodes get the runs even if this process is killed before the shutdown is complete.
      await queue.drain()
      await running.disposeAsync()
    },
  }
}

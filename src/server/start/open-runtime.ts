import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { localTimeFormatter } from '#domain/schedule/local-time.ts'
import type { Config } from '#server/config/config.ts'
import { PROJECT_FOLDER } from '#server/config/project-folder.ts'
import { openLogs } from '#server/logs/logger.ts'
import type { Database, Orm } from '#server/storage/database.ts'
import type { DatabaseClock } from '#server/storage/database-clock.ts'
import { explainFullDisk } from '#server/storage/disk-space.ts'
import { openDatabase as openChosenDatabase } from '#server/storage/open-database.ts'
import { createDefaultTaskType } from '#server/task-types/create-default-task-type.ts'
import { startTracing } from '#server/tracing/start-tracing.ts'
import { createPrivateFolder, lockDataDir } from './lock-data-dir.ts'
import { openClock } from './open-clock.ts'
import { prepareUpgrade } from './prepare-upgrade.ts'
import { StartError } from './start-error.ts'
import type { StartOptions } from './start-options.ts'
import { type SheetsProvider, startSheetsProvider } from './start-sheets-provider.ts'

/** Values that most parts of the server share. Each part declares the few it uses. */
export interface Runtime {
  readonly config: Config
  readonly allowedEmails: Config['allowedEmails']
  readonly timezone: string
  readonly database: Database
  readonly orm: Orm
  readonly logger: Logger
  readonly now: () => Date
  /** Formats a time in the schedule's time zone, with the zone's name. */
  readonly formatTime: (at: Date) => string
  readonly nodeId: string
}

interface OpenedRuntime {
  readonly runtime: Runtime
  readonly changeLogger: Logger
  readonly clock: DatabaseClock
  readonly sheets: SheetsProvider
}

interface Options {
  config: Config
  options: Pick<StartOptions, 'now' | 'onProgress' | 'startEmbedded' | 'openDatabase'>
  /** Receives everything to close when the app ends. */
  parts: AsyncDisposableStack
}

/**
 * Opens the data folder, logs, spreadsheet provider, database and clock.
 *
 * @throws StartError when the data folder is in use or the database refuses the connection
 */
export async function openRuntime({ config, options, parts }: Options): Promise<OpenedRuntime> {
  const { onProgress = () => undefined, startEmbedded, openDatabase = openChosenDatabase } = options
  const { allowedEmails, dataDir, schedule } = config
  const machineNow = options.now ?? (() => new Date())
  const nodeId = `${hostname()}:${process.pid}:${randomUUID()}`
  parts.use(await startTracing({ endpoint: config.tracesTo, nodeId }))
  if (config.logDir.startsWith(dataDir)) await createPrivateFolder(dataDir)
  if ('dataDir' in config.database || config.sheets.api === undefined) parts.use(await lockDataDir(dataDir))
  const { logger, changeLogger } = parts.use(openLogs({ ...config, now: machineNow }))
  const providerOptions = { config, root: PROJECT_FOLDER, logger, startEmbedded }
  const sheets = parts.use(await explainFullDisk(dataDir, () => startSheetsProvider(providerOptions)))
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
  const { timezone } = schedule
  const times = { timezone, now: clock.now, formatTime: localTimeFormatter(timezone) }
  const runtime = { config, allowedEmails, ...times, database, orm: database.orm, logger, nodeId }
  return { runtime, changeLogger, clock, sheets }
}

/** Explains a refusal of the connection by the server, because waiting would not help. */
function explainRefusal(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Codes of a wrong user or password, or of a missing database.
  if (!(error instanceof Error && (code.startsWith('28') || code === '3D000'))) throw error
  throw new StartError(`The database refused the connection: ${error.message}. Check DATABASE_URL.`, { cause: error })
}

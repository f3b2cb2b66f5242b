import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '#domain/time.ts'
import type { Config } from '#server/config/config.ts'
import { findDatabaseFault } from '#server/storage/database-fault.ts'
import { type App, start } from './start.ts'
import type { StartOptions } from './start-options.ts'

const RETRY_MS = 2 * SECOND_MS

/**
 * Starts the app. If the database goes away or is full during startup, starts again until the database is available. A database
 * that restarts together with this node may come and go.
 *
 * @throws StartError, or an error that waiting cannot fix
 */
export async function startWithDatabase(config: Config, options: StartOptions = {}): Promise<App> {
  const { onProgress = () => undefined } = options
  for (let hasWaited = false; ; hasWaited = true) {
    try {
      return await start(config, options)
    } catch (error) {
      if (!('databaseUrl' in config.database) || findDatabaseFault(error) === undefined) throw error
      if (!hasWaited) onProgress('Waiting for the database, which went away during the start …')
      await delay(RETRY_MS)
    }
  }
}

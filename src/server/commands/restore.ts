import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readBackup } from '#server/backup/backup-folder.ts'
import { checkBackup } from '#server/backup/check-backup.ts'
import { withConnection } from '#server/backup/connect.ts'
import { type EndedAccess, endAccess } from '#server/backup/end-access.ts'
import { forgetSpreadsheets } from '#server/backup/forget-spreadsheets.ts'
import { loadDump, type RowCounts } from '#server/backup/load-dump.ts'
import { restoreSpreadsheets } from '#server/backup/spreadsheet-store.ts'
import { turnOffChannels } from '#server/backup/turn-off-channels.ts'
import type { Config } from '#server/config/config.ts'
import { lockDataDir } from '#server/start/lock-data-dir.ts'
import { withMigrationLock } from '#server/storage/advisory-locks.ts'
import { EMBEDDED_FOLDER, type Orm } from '#server/storage/database.ts'

interface Options {
  /** The folder of the backup. */
  folder: string
  now: () => Date
}

interface LoadedBackup {
  readonly rows: RowCounts
  readonly ended: EndedAccess
  /** Number of alert channels turned off. */
  readonly channels: number
}

interface RestoredBackup extends LoadedBackup {
  readonly hasSpreadsheets: boolean
  /** Folders with the replaced data, if any. */
  readonly aside: readonly string[]
}

/**
 * Restores a backup of either kind of database into the configured database. A PostgreSQL database must be empty. An embedded
 * database and the embedded spreadsheets are replaced, and moved aside.
 *
 * @throws BackupError before anything changes, StartError when the app is running on the data folder
 */
export async function restore(config: Config, { folder, now }: Options): Promise<RestoredBackup> {
  await checkBackup(folder)
  const { database, dataDir } = config
  const isEmbedded = 'dataDir' in database
  using _lock = isEmbedded || config.sheets.api === undefined ? await lockDataDir(dataDir) : undefined
  const suffix = `before-restore-${now().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const databaseAside = join(dataDir, `${EMBEDDED_FOLDER}-${suffix}`)
  const sheetsAside = join(dataDir, `sheets-${suffix}`)
  const loaded = isEmbedded
    ? await replaceEmbedded({ dataDir, folder, aside: databaseAside, now })
    : await load(database, { folder, now })
  const hasSpreadsheets = await restoreSpreadsheets({ fromFolder: folder, dataDir, aside: sheetsAside })
  return { ...loaded, hasSpreadsheets, aside: [databaseAside, sheetsAside].filter((path) => existsSync(path)) }
}

/** Replaces the embedded database once the new database is complete. */
async function replaceEmbedded({
  dataDir,
  folder,
  aside,
  now,
}: Options & Record<'dataDir' | 'aside', string>): Promise<LoadedBackup> {
  const current = join(dataDir, EMBEDDED_FOLDER)
  const restoring = join(dataDir, 'restoring')
  await rm(restoring, { recursive: true, force: true })
  try {
    await mkdir(join(restoring, EMBEDDED_FOLDER), { recursive: true })
    const loaded = await load({ dataDir: restoring }, { folder, now })
    if (existsSync(current)) await rename(current, aside)
    await rename(join(restoring, EMBEDDED_FOLDER), current)
    return loaded
  } finally {
    await rm(restoring, { recursive: true, force: true })
  }
}

async function load(database: Config['database'], { folder, now }: Options): Promise<LoadedBackup> {
  let ended: EndedAccess = { sessions: 0, apiTokens: 0, sheetsAccess: 0 }
  let channels = 0
  const complete = async (tx: Orm) => {
    await forgetSpreadsheets(tx)
    ended = await endAccess(tx, now())
    channels = await turnOffChannels(tx)
  }
  const rows = await withConnection(database, (connection) =>
    withMigrationLock(connection, () => loadDump(connection, readBackup(folder), complete)),
  )
  return { rows, ended, channels }
}

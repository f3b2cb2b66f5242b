import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '#server/backup/backup-error.ts'
import { withConnection } from '#server/backup/connect.ts'
import { dump } from '#server/backup/dump.ts'
import { loadDump, type RowCounts } from '#server/backup/load-dump.ts'
import { hasSpreadsheets } from '#server/backup/spreadsheet-store.ts'
import type { Config } from '#server/config/config.ts'
import { lockDataDir } from '#server/start/lock-data-dir.ts'
import { withMigrationLock } from '#server/storage/advisory-locks.ts'

interface MovedDatabase {
  readonly rows: RowCounts
  /** Notices for the user to read before the app starts on the new database. */
  readonly notices: readonly string[]
}

/**
 * Copies the embedded database in DATA_DIR into the empty PostgreSQL database in DATABASE_URL, and compares every table. The
 * embedded database stays unchanged.
 *
 * @throws BackupError, StartError when the app is running on the data folder
 */
export async function moveToPostgres(config: Config, { now }: { now: () => Date }): Promise<MovedDatabase> {
  const { dataDir, database } = config
  if (!('databaseUrl' in database)) {
    throw new BackupError('Set DATABASE_URL to an empty PostgreSQL database, and SESSION_SECRET.')
  }
  using _lock = await lockDataDir(dataDir)
  const rows = await withConnection({ dataDir }, (source) =>
    withConnection(database, (target) =>
      withMigrationLock(target, () => loadDump(target, dump(source, { now, hasSpreadsheets: false }))),
    ),
  )
  return { rows, notices: [...(await secretNotice(config)), ...sheetsNotice(config)] }
}

async function secretNotice({ dataDir, sessionSecrets }: Config): Promise<string[]> {
  const path = join(dataDir, 'session-secret')
  const previous = await readFile(path, 'utf8').catch(() => undefined)
  if (previous === undefined || sessionSecrets.includes(previous)) return []
  return [
    `SESSION_SECRET differs from the secret in ${path}, so everyone has to sign in again, and tasks can use the spreadsheets of a user only after that. To avoid this, set SESSION_SECRET to the content of that file before you start.`,
  ]
}

function sheetsNotice({ dataDir, sheets }: Config): string[] {
  if (!hasSpreadsheets(dataDir) || sheets.api !== undefined) return []
  return [
    `The spreadsheets of the embedded provider stay in ${join(dataDir, 'sheets')}. Only a node on this data folder can use them: use Google before you start several nodes.`,
  ]
}

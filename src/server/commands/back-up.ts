import { join } from 'node:path'
import { runBackupCommand } from '#server/backup/backup-command.ts'
import { writeBackup } from '#server/backup/backup-folder.ts'
import { backupName, backupsFolder } from '#server/backup/backup-names.ts'
import { requestBackup } from '#server/backup/backup-requests.ts'
import { withConnection } from '#server/backup/connect.ts'
import type { Config } from '#server/config/config.ts'
import { lockDataDir } from '#server/start/lock-data-dir.ts'
import { StartError } from '#server/start/start-error.ts'
import { explainFullDisk } from '#server/storage/disk-space.ts'

interface Options {
  /** Folder to create. By default, it is inside the data folder. */
  folder?: string | undefined
  now: () => Date
}

/**
 * Backs up the database and the embedded provider's spreadsheets, whether or not the app is running. Returns the backup's
 * folder.
 *
 * @throws BackupError
 */
export async function backUp(config: Config, { now, ...options }: Options): Promise<string> {
  const { dataDir, database, backupCommand: command } = config
  const folder = options.folder ?? join(backupsFolder(dataDir), backupName('manual', now()))
  const write = async () => {
    await withConnection(database, (connection) => writeBackup({ connection, dataDir, folder, now }))
    await runBackupCommand({ command, folder })
  }
  if ('databaseUrl' in database) {
    await write()
    return folder
  }
  const lock = await lockDataDir(dataDir).catch((error: unknown) => {
    if (error instanceof StartError) return undefined
    throw error
  })
  await explainFullDisk(dataDir, () =>
    lock === undefined ? requestBackup({ dataDir, folder }) : write().finally(() => lock[Symbol.dispose]()),
  )
  return folder
}

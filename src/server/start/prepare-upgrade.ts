import { join } from 'node:path'
import type { Logger } from 'pino'
import { runBackupCommand } from '#server/backup/backup-command.ts'
import { writeBackup } from '#server/backup/backup-folder.ts'
import { backupName, backupsFolder, deleteOldBackups } from '#server/backup/backup-names.ts'
import type { Config } from '#server/config/config.ts'
import type { PendingUpgrade } from '#server/storage/database.ts'
import type { GoingBackLimit } from '#server/storage/migration-files.ts'
import { StartError } from './start-error.ts'

interface Options {
  config: Pick<Config, 'database' | 'dataDir' | 'backups' | 'backupCommand'>
  logger: Logger
  now: () => Date
  onProgress: (step: string) => void
}

/** Before an upgrade, tells whether people can go back, and backs up the embedded database. */
export function prepareUpgrade({ config, logger, now, onProgress }: Options) {
  return async ({ connection, limits }: PendingUpgrade): Promise<void> => {
    for (const line of describeGoingBack(limits)) {
      onProgress(line)
      logger.info(line)
    }
    const { database, dataDir, backups: keep, backupCommand: command } = config
    if ('databaseUrl' in database || keep === 0) return
    const folder = join(backupsFolder(dataDir), backupName('upgrade', now()))
    onProgress('Backing up the database before the upgrade …')
    await writeBackup({ connection, dataDir, folder, now }).catch(throwBackupFailure)
    await deleteOldBackups(dataDir, { keep })
    onProgress(`The backup is in ${folder}`)
    await runBackupCommand({ command, folder }).catch((err: unknown) =>
      logger.error({ err }, 'The command after a backup failed'),
    )
  }
}

function describeGoingBack(limits: readonly GoingBackLimit[]): string[] {
  const [always, ...others] = limits.filter(({ query }) => query === null)
  if (always) {
    const reasons = [always, ...others].map(({ reason }) => reason).join(' ')
    return [
      `Upgrading the database. The previous release cannot start on it afterwards: ${reasons} To go back, restore a backup.`,
    ]
  }
  if (limits.length === 0) return ['Upgrading the database. The previous release can start on it again.']
  return [
    'Upgrading the database. The previous release can start on it again until somebody uses a feature that it would get wrong:',
    ...limits.map(({ reason }) => `- ${reason}`),
  ]
}

function throwBackupFailure(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  throw new StartError(
    `The database could not be backed up before its upgrade, and nothing was upgraded: ${reason} You can also set BACKUPS=0 to upgrade without a backup.`,
    { cause: error },
  )
}

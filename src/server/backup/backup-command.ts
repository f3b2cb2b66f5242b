import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { HOUR_MS } from '#domain/time.ts'
import { BackupError } from './backup-error.ts'

const MAX_COMMAND_MS = HOUR_MS

interface Options {
  /** Command for the system's shell; undefined does nothing. */
  command: string | undefined
  /** Folder of the backup, passed to the command as its last argument. */
  folder: string
  /** Ends the command. */
  signal?: AbortSignal
}

/**
 * Runs the administrator's command, for example to send a backup to another machine.
 *
 * @throws BackupError when the command fails
 */
export async function runBackupCommand({ command, folder, signal }: Options): Promise<void> {
  if (command === undefined) return
  const options = { timeout: MAX_COMMAND_MS, ...(signal && { signal }) }
  const [shell, ...args] =
    process.platform === 'win32' ? ['cmd', '/d', '/c', command, folder] : ['sh', '-c', `${command} "$@"`, 'sh', folder]
  await promisify(execFile)(shell, args, options).catch((error: Error & { stderr?: string }) => {
    const reason = error.stderr?.trim() || error.message
    throw new BackupError(`The backup is complete in ${folder}, but BACKUP_COMMAND failed: ${reason}`, { cause: error })
  })
}

import { BackupError } from '#server/backup/backup-error.ts'
import { ConfigError } from '#server/config/config.ts'
import { DiskFullError } from '#server/storage/disk-space.ts'
import { NewerDatabaseError } from '#server/storage/migrate.ts'

/** The app cannot start for an external reason. The message says how to fix it, so no stack trace is shown. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Whether listening failed because another program uses the port. */
export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

/** Whether an error's message says how to fix it, so no stack trace is needed. */
export function isExplained(error: unknown): error is Error {
  return [ConfigError, StartError, NewerDatabaseError, BackupError, DiskFullError].some((kind) => error instanceof kind)
}

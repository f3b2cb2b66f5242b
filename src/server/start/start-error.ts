import { BackupError } from '#server/backup/backup-error.ts'
import { ConfigError } from '#server/config/config.ts'
import { DiskFullError } from '#server/storage/disk-space.ts'
import { NewerDatabaseError } from '#server/storage/migrate.ts'

/** The app cannot start because of something outside of it. The message says what to do, so no stack trace is shown. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Whether listening failed because another program uses the port. */
export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

/** Whether the message says what to do, so no stack trace is needed. */
export function isExplained(error: unknown): error is Error {
  return [ConfigError, StartError, NewerDatabaseError, BackupError, DiskFullError].some((kind) => error instanceof kind)
}

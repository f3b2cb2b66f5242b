/** A backup cannot be made or restored. The message says how to fix it. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export function damagedBackup(cause?: unknown): BackupError {
  return new BackupError('The backup is incomplete or damaged, and nothing was restored. Use another one.', { cause })
}

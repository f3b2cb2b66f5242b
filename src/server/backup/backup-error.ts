/** A backup cannot be made or restored. The message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}

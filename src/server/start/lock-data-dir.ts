import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { explainFullDisk } from '#server/storage/disk-space.ts'
import { StartError } from './start-error.ts'

/** SQLite's code for a file locked by another process. */
const SQLITE_BUSY = 5

/**
 * Locks the folder for this process until the result is disposed of, because the embedded database and provider only support a
 * single process. SQLite holds the lock, and the operating system releases it no matter how the process ends.
 *
 * @throws StartError when another process holds the lock, DiskFullError when the disk is full
 */
export async function lockDataDir(dataDir: string): Promise<Disposable> {
  await createPrivateFolder(dataDir)
  const file = join(dataDir, 'lock')
  try {
    return await explainFullDisk(dataDir, async () => lockFile(file))
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error
    throw new StartError(
      `The data folder ${dataDir} is in use by another Nano Sync process. Stop that process or set DATA_DIR.`,
      { cause: error },
    )
  }
}

/**
 * Locks a file and never deletes it. Otherwise, a process could lock the deleted file while another process locks a new file.
 */
function lockFile(file: string): Disposable {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw error
  }
  return { [Symbol.dispose]: () => database.close() }
}

/**
 * Creates a folder, or denies other users access to an existing folder. A mounted volume may belong to root, and is left
 * unchanged.
 */
export async function createPrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EROFS') throw error
  })
}

import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { explainFullDisk } from '#server/storage/disk-space.ts'
import { StartError } from './start-error.ts'

/** Code of SQLite for a file that another process has locked. */
const SQLITE_BUSY = 5

/**
 * Locks the folder for this process until the result is disposed: the embedded database and provider support only one
 * process. SQLite holds the lock, and the operating system releases it however the process ends.
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

/** The file stays: a process with the file open could lock it after its deletion, and another process a new file. */
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

/** Creates the folder, or closes an existing one to other users. A mounted volume can belong to root, and stays as it is. */
export async function createPrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EROFS') throw error
  })
}

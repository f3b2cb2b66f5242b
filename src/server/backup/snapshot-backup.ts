import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Database } from '#server/storage/database.ts'
import { explainFullDisk } from '#server/storage/disk-space.ts'
import { requireNewFolder } from './backup-folder.ts'

const MAIN = fileURLToPath(new URL('./snapshot-backup-main.ts', import.meta.url))

interface Options {
  copyFiles: NonNullable<Database['copyFiles']>
  dataDir: string
  /** The folder to create. */
  folder: string
  /** Cancels the backup. */
  signal: AbortSignal
}

/**
 * Backs up the embedded database while the app uses it. The app only waits while the files are copied. Another process then
 * reads the copy, because reading takes longer, and takes more memory than this process should keep.
 */
export async function backUpSnapshot({ copyFiles, dataDir, folder, signal }: Options): Promise<void> {
  requireNewFolder(folder)
  const snapshot = `${folder}.snapshot`
  await rm(snapshot, { recursive: true, force: true })
  try {
    await explainFullDisk(dataDir, async () => {
      await copyFiles(snapshot)
      await promisify(execFile)(process.execPath, [MAIN, snapshot, dataDir, folder], { signal })
    })
  } finally {
    await rm(snapshot, { recursive: true, force: true })
  }
}

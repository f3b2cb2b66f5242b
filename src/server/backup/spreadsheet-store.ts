import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { BackupError } from './backup-error.ts'

const BACKUP_FILE = 'spreadsheets.sqlite'

/** Folder of the embedded provider's spreadsheets. */
const folderIn = (dataDir: string) => join(dataDir, 'sheets')
const fileIn = (dataDir: string) => join(folderIn(dataDir), 'emulator.sqlite')

export function hasSpreadsheets(dataDir: string): boolean {
  return existsSync(fileIn(dataDir))
}

/** Copies the embedded provider's spreadsheets, even while they are in use. Does nothing if there are none. */
export async function copySpreadsheets({
  fromDataDir,
  toFolder,
}: Record<'fromDataDir' | 'toFolder', string>): Promise<void> {
  if (!hasSpreadsheets(fromDataDir)) return
  const source = new DatabaseSync(fileIn(fromDataDir), { readOnly: true })
  try {
    await backup(source, join(toFolder, BACKUP_FILE))
  } finally {
    source.close()
  }
}

/**
 * Checks the spreadsheets of a backup. They must exist if `isRequired`.
 *
 * @throws BackupError when the file is missing or damaged
 */
export function requireSpreadsheets(folder: string, { isRequired }: { isRequired: boolean }): void {
  const file = join(folder, BACKUP_FILE)
  if (existsSync(file)) requireIntact(file)
  else if (isRequired) throw new BackupError(`The backup is damaged: it has lost its file ${file}. Use another one.`)
}

/**
 * Copies the spreadsheets of a backup into a data folder. Moves earlier spreadsheets to `aside`. Returns whether the backup has
 * spreadsheets.
 *
 * @throws BackupError when the file is damaged
 */
export async function restoreSpreadsheets({
  fromFolder,
  dataDir,
  aside,
}: Record<'fromFolder' | 'dataDir' | 'aside', string>): Promise<boolean> {
  const file = join(fromFolder, BACKUP_FILE)
  if (!existsSync(file)) return false
  requireIntact(file)
  if (existsSync(folderIn(dataDir))) await rename(folderIn(dataDir), aside)
  await mkdir(folderIn(dataDir), { recursive: true })
  await copyFile(file, fileIn(dataDir))
  requireIntact(fileIn(dataDir))
  return true
}

function requireIntact(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const { integrity_check: result } = database.prepare('PRAGMA integrity_check').get() ?? {}
    if (result !== 'ok') throw new Error(String(result))
  } catch (error) {
    throw new BackupError(`The spreadsheets in ${file} are damaged. Use another backup.`, { cause: error })
  } finally {
    database.close()
  }
}

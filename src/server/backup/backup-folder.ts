import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Orm } from '#server/storage/database.ts'
import { explainFullDisk } from '#server/storage/disk-space.ts'
import { BackupError, damagedBackup } from './backup-error.ts'
import { dump } from './dump.ts'
import { copySpreadsheets, hasSpreadsheets } from './spreadsheet-store.ts'

const DATABASE_FILE = 'database.jsonl.gz'

interface WriteOptions {
  /** A single connection without a transaction. */
  connection: Orm
  /** The data folder whose embedded spreadsheets belong to the backup. */
  dataDir: string
  /** The folder to create. */
  folder: string
  now: () => Date
}

/** Writes a backup into a new folder. The folder only appears once the backup is complete. */
export async function writeBackup({ connection, dataDir, folder, now }: WriteOptions): Promise<void> {
  requireNewFolder(folder)
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o700 })
  try {
    await explainFullDisk(partial, async () => {
      const file = createWriteStream(join(partial, DATABASE_FILE), { mode: 0o600, flush: true })
      const lines = dump(connection, { now, hasSpreadsheets: hasSpreadsheets(dataDir) })
      await pipeline(Readable.from(asText(lines)), createGzip(), file)
      await copySpreadsheets({ fromDataDir: dataDir, toFolder: partial })
    })
    await rename(partial, folder)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/** @throws BackupError when the folder exists */
export function requireNewFolder(folder: string): void {
  if (existsSync(folder)) throw new BackupError(`The folder ${folder} already exists. Choose another one.`)
}

/** Reads the lines of a backup's database for `loadDump`. */
export async function* readBackup(folder: string): AsyncGenerator<string> {
  const path = join(folder, DATABASE_FILE)
  if (!existsSync(path)) throw new BackupError(`${folder} is not a backup: it has no file ${DATABASE_FILE}.`)
  // Ignore errors here: they reach the loop below, and the loop may also end early.
  const unzipped = connect(createReadStream(path), createGunzip(), () => undefined).setEncoding('utf8')
  let rest = ''
  try {
    for await (const piece of unzipped) {
      const lines = `${rest}${piece}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw damagedBackup(error)
  }
}

/** Minimum length of a piece. Long pieces are cheaper, because each piece has a fixed cost. */
const PIECE_LENGTH = 64 * 1024

async function* asText(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const line of lines) {
    piece += `${line}\n`
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield piece
}

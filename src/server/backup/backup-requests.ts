import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { BackupError } from './backup-error.ts'
import { backupsFolder } from './backup-names.ts'

// Only the process with the open embedded database can back it up. Other processes send requests as files in the data folder.
// Anyone who can write to this folder may also ask for a backup.
const REQUEST = '.request.json'
const REPLY = '.reply.json'
const CHECK_EVERY_MS = 100
const MAX_START_MS = 30 * SECOND_MS
const MAX_BACKUP_MS = HOUR_MS

const Request = z.object({ folder: z.string() })
const Reply = z.object({ error: z.string().optional() })

function requestsFolder(dataDir: string): string {
  return join(backupsFolder(dataDir), 'requests')
}

/**
 * Asks the process that uses the data folder to write a backup into a new folder. Waits until the backup is complete.
 *
 * @throws BackupError
 */
export async function requestBackup({ dataDir, folder }: { dataDir: string; folder: string }): Promise<void> {
  const requests = requestsFolder(dataDir)
  await mkdir(requests, { recursive: true, mode: 0o700 })
  const path = join(requests, randomUUID())
  await writeComplete(`${path}${REQUEST}`, Request.parse({ folder }))
  try {
    await until(() => !existsSync(`${path}${REQUEST}`), MAX_START_MS)
    await until(() => existsSync(`${path}${REPLY}`), MAX_BACKUP_MS)
    const { error } = Reply.parse(JSON.parse(await readFile(`${path}${REPLY}`, 'utf8')))
    if (error !== undefined) throw new BackupError(`The running app could not make the backup: ${error}`)
  } finally {
    for (const suffix of [REQUEST, REPLY]) await rm(`${path}${suffix}`, { force: true })
  }
}

/** Handles the requests of other processes. */
export async function handleBackupRequests(dataDir: string, backUp: (folder: string) => Promise<void>): Promise<void> {
  const requests = requestsFolder(dataDir)
  const names = await readdir(requests).catch(() => [])
  for (const name of names.filter((file) => file.endsWith(REQUEST))) {
    const json = await readFile(join(requests, name), 'utf8')
    await rm(join(requests, name))
    const { folder } = Request.parse(JSON.parse(json))
    const reply: z.infer<typeof Reply> = await backUp(folder).then(
      () => ({}),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    )
    await writeComplete(join(requests, name.replace(REQUEST, REPLY)), reply)
  }
}

async function until(isDone: () => boolean, maxMs: number): Promise<void> {
  const deadline = performance.now() + maxMs
  while (!isDone()) {
    if (performance.now() > deadline) {
      throw new BackupError('The running app did not answer. Stop it and make the backup then.')
    }
    await delay(CHECK_EVERY_MS)
  }
}

/** Writes a file that appears with its whole content. */
async function writeComplete(path: string, value: object): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(value))
  await rename(`${path}.new`, path)
}

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = /^(nightly|manual)-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z$/

/** The folder that contains the backups of a data folder. */
export function backupsFolder(dataDir: string): string {
  return join(dataDir, 'backups')
}

/** A name that sorts by time and says who made the backup; colons are not allowed on every file system. */
export function backupName(kind: 'nightly' | 'manual', at: Date): string {
  return `${kind}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** The backups that the app made on its own, oldest first. */
export async function listNightlyBackups(dataDir: string): Promise<{ folder: string; at: Date }[]> {
  const names = await readdir(backupsFolder(dataDir)).catch(() => [])
  return names
    .sort()
    .map((name) => ({ name, match: NAME.exec(name) }))
    .filter(({ match }) => match?.[1] === 'nightly')
    .map(({ name, match }) => {
      const [, , date, hour, minute, second] = match ?? []
      return { folder: join(backupsFolder(dataDir), name), at: new Date(`${date}${hour}:${minute}:${second}Z`) }
    })
}

/** Deletes the oldest of the backups that the app made on its own. */
export async function deleteOldBackups(dataDir: string, { keep }: { keep: number }): Promise<void> {
  const nightly = await listNightlyBackups(dataDir)
  for (const { folder } of nightly.slice(0, -keep)) await rm(folder, { recursive: true, force: true })
}

/** Deletes what interrupted backups left behind. Must run before new ones begin. */
export async function deleteUnfinishedBackups(dataDir: string): Promise<void> {
  const names = await readdir(backupsFolder(dataDir)).catch(() => [])
  for (const name of names.filter((each) => /^(nightly|manual)-.*\.(partial|snapshot)$/.test(each))) {
    await rm(join(backupsFolder(dataDir), name), { recursive: true, force: true })
  }
}

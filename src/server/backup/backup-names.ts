import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = /^(nightly|manual|upgrade)-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z$/

/** Kinds of backups. The app makes backups at night and before an upgrade; people make manual backups. */
type BackupKind = 'nightly' | 'upgrade' | 'manual'

/** Returns the folder for the backups of a data folder. */
export function backupsFolder(dataDir: string): string {
  return join(dataDir, 'backups')
}

/** Builds a name that sorts by time and contains the kind. It has no colons, because some file systems do not allow them. */
export function backupName(kind: BackupKind, at: Date): string {
  return `${kind}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

interface KeptBackup {
  readonly folder: string
  readonly at: Date
}

/** Lists the nightly backups, oldest first. */
export async function listNightlyBackups(dataDir: string): Promise<KeptBackup[]> {
  return await listBackups(dataDir, 'nightly')
}

/** Lists the backups of a kind, oldest first. */
async function listBackups(dataDir: string, kind: BackupKind): Promise<KeptBackup[]> {
  const names = await readdir(backupsFolder(dataDir)).catch(() => [])
  return names
    .sort()
    .map((name) => ({ name, match: NAME.exec(name) }))
    .filter(({ match }) => match?.[1] === kind)
    .map(({ name, match }) => {
      const [, , date, hour, minute, second] = match ?? []
      return { folder: join(backupsFolder(dataDir), name), at: new Date(`${date}${hour}:${minute}:${second}Z`) }
    })
}

/** Deletes automatic backups except the newest `keep` of each kind. */
export async function deleteOldBackups(dataDir: string, { keep }: { keep: number }): Promise<void> {
  for (const kind of ['nightly', 'upgrade'] as const) {
    const backups = await listBackups(dataDir, kind)
    for (const { folder } of backups.slice(0, -keep)) await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes leftovers of interrupted backups. Must run before a new backup begins. */
export async function deleteUnfinishedBackups(dataDir: string): Promise<void> {
  const names = await readdir(backupsFolder(dataDir)).catch(() => [])
  for (const name of names.filter((each) => /^(nightly|manual|upgrade)-.*\.(partial|snapshot)$/.test(each))) {
    await rm(join(backupsFolder(dataDir), name), { recursive: true, force: true })
  }
}

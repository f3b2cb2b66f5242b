// Started by snapshot-backup.ts: backs up the copy of a database.
import { writeBackup } from './backup-folder.ts'
import { withConnection } from './connect.ts'

const [snapshot = '', dataDir = '', folder = ''] = process.argv.slice(2)
await withConnection({ dataDir: snapshot }, (connection) =>
  writeBackup({ connection, dataDir, folder, now: () => new Date() }),
)

// Restores a backup into the configured database: npm run restore -- FOLDER
import { resolve } from 'node:path'
import { BackupError } from '#server/backup/backup-error.ts'
import { readConfig } from '#server/config.ts'
import { restore } from '#server/restore.ts'
import { describeRows, runCommand } from './run-command.ts'

await runCommand(async () => {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new BackupError('Name the folder of the backup: npm run restore -- FOLDER')
  const restored = await restore(readConfig(process.env), { folder: resolve(folder), now: () => new Date() })
  console.log(`Restored and compared with the backup, in rows:\n${describeRows(restored.rows)}`)
  if (restored.hasSpreadsheets) console.log('The spreadsheets of the embedded provider were restored too.')
  for (const path of restored.aside) console.log(`What was there before is in ${path}`)
})

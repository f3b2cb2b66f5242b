// Backs up the database, also while the app is running: npm run backup [-- FOLDER]
import { resolve } from 'node:path'
import { backUp } from '#server/back-up.ts'
import { readConfig } from '#server/config.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const [folder] = process.argv.slice(2)
  const options = { folder: folder && resolve(folder), now: () => new Date() }
  console.log(`Backed up to ${await backUp(readConfig(process.env), options)}`)
})

import { resolve } from 'node:path'
import { Command } from 'commander'
import { readCommandLine } from './read-command-line.ts'
import { runCommand } from './run-command.ts'

const [folder] = readCommandLine(
  new Command('backup')
    .description('Backs up the database, whether or not the app is running.')
    .argument('[folder]', 'the folder to create; by default, a new one in DATA_DIR/backups'),
).args
const { backUp } = await import('#server/commands/back-up.ts')
const { readConfig } = await import('#server/config/config.ts')

await runCommand(async () => {
  const options = { folder: folder && resolve(folder), now: () => new Date() }
  console.log(`Backed up to ${await backUp(readConfig(process.env), options)}`)
})

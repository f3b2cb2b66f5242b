import { Command } from 'commander'
import { readCommandLine } from './read-command-line.ts'
import { describeRows, runCommand } from './run-command.ts'

readCommandLine(
  new Command('move-to-postgres').description(
    'Copies the embedded database in DATA_DIR into the empty PostgreSQL database in DATABASE_URL, and compares every table.',
  ),
)
const { moveToPostgres } = await import('#server/commands/move-to-postgres.ts')
const { readConfig } = await import('#server/config/config.ts')

await runCommand(async () => {
  const config = readConfig(process.env)
  const { rows, notices } = await moveToPostgres(config, { now: () => new Date() })
  console.log(`Copied and compared, in rows:\n${describeRows(rows)}`)
  console.log(`The embedded database in ${config.dataDir} was left as it was.`)
  for (const notice of notices) console.log(notice)
})

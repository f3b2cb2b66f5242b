// Copies the embedded database in DATA_DIR into the empty PostgreSQL database in DATABASE_URL: npm run move-to-postgres
import { readConfig } from '#server/config.ts'
import { moveToPostgres } from '#server/move-to-postgres.ts'
import { describeRows, runCommand } from './run-command.ts'

await runCommand(async () => {
  const config = readConfig(process.env)
  const { rows, notices } = await moveToPostgres(config, { now: () => new Date() })
  console.log(`Copied and compared, in rows:\n${describeRows(rows)}`)
  console.log(`The embedded database in ${config.dataDir} was left as it was.`)
  for (const notice of notices) console.log(notice)
})

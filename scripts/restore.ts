import { resolve } from 'node:path'
import { Command } from 'commander'
import { settingsPlace } from '#contract/settings-labels.ts'
import { pluralize } from '#domain/pluralize.ts'
import { readCommandLine } from './read-command-line.ts'
import { describeRows, runCommand } from './run-command.ts'

const command = readCommandLine(
  new Command('restore')
    .description('Restores a backup into the configured database, and compares every table. Stop the app first.')
    .argument('<folder>', 'the folder of the backup')
    .option('--check', 'only check that the backup is complete and undamaged, without a database'),
)
const { check: isCheck } = command.opts<{ check?: boolean }>()
const [folder = ''] = command.args

const { checkBackup } = await import('#server/backup/check-backup.ts')
const { restore } = await import('#server/commands/restore.ts')
const { readConfig } = await import('#server/config/config.ts')

await runCommand(async () => {
  if (isCheck) {
    console.log(`The backup is complete and undamaged, in rows:\n${describeRows(await checkBackup(resolve(folder)))}`)
    return
  }
  const restored = await restore(readConfig(process.env), { folder: resolve(folder), now: () => new Date() })
  console.log(`Restored and compared with the backup, in rows:\n${describeRows(restored.rows)}`)
  const { sessions, apiTokens, sheetsAccess } = restored.ended
  const ended = [
    pluralize(sessions, 'session'),
    pluralize(apiTokens, 'API token'),
    `${pluralize(sheetsAccess, 'connection')} to spreadsheets`,
  ]
  console.log(`Ended, since some may have been revoked after the backup: ${ended.join(', ')}.`)
  if (restored.channels > 0) {
    const turnedOff = `${pluralize(restored.channels, 'alert channel')} turned off`
    console.log(
      `${turnedOff}: some may have been deleted since the backup. Turn the others on in ${settingsPlace('alertChannels')}.`,
    )
  }
  if (restored.hasSpreadsheets) console.log('The spreadsheets of the embedded provider were restored too.')
  for (const path of restored.aside) console.log(`What was there before is in ${path}`)
})

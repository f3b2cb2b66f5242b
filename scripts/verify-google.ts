import { writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { Command } from 'commander'
import { readConfig } from '#server/config/config.ts'
import { builtInAccount } from '#server/google/account.ts'
import { apiProblem, tokenProblem } from '#server/google/probe-account.ts'
import { openSharedAccount } from '#server/google/shared-account.ts'
import { settingsInForce } from '#server/setup/google-connection.ts'
import { applyProxyAndCertificates } from '#server/start/outgoing-requests.ts'
import { StartError } from '#server/start/start-error.ts'
import { readCommandLine } from './read-command-line.ts'
import { runCommand } from './run-command.ts'
import { toFile, verifyGoogle } from './verify-google/verify-google.ts'

const FILE = 'verify-google.json'
const SPREADSHEET = 'the ID of an empty spreadsheet to use instead of creating one'

const command = readCommandLine(
  new Command('verify-google')
    .description(`Tries on Google what its documentation does not say, and writes the answers into ${FILE}.`)
    .argument('[first]', SPREADSHEET)
    .argument('[second]', SPREADSHEET)
    .option('--quota', "also find out when Google's minute begins, by using up the quota of one")
    .option(
      '--form <id>',
      'also ask about this spreadsheet, which collects the entries of a form: send the form when asked to',
    )
    .option('--encrypted <id>', 'also ask about this encrypted file'),
)
const { quota = false, ...ownFiles } = command.opts<{ quota?: true; form?: string; encrypted?: string }>()

await runCommand(async () => {
  applyProxyAndCertificates(process.env)
  const { api, credentials } = (await settingsInForce(readConfig(process.env))).sheets
  if (!api) throw new StartError('Set GOOGLE_APPLICATION_CREDENTIALS to the path of a key file, and run this again.')
  const account = credentials && (await openSharedAccount(credentials))
  const problem =
    (account && (await tokenProblem(account))) ?? (await apiProblem(account ?? builtInAccount, api.sheetsUrl))
  if (problem) throw new StartError(problem.message)
  const signal = new AbortController().signal
  const report = await verifyGoogle({
    access: {
      ...api,
      authorize: async () => (await account?.authorize(signal)) ?? {},
      fetch,
      pause: (durationMs) => setTimeout(durationMs),
    },
    withQuota: quota,
    spreadsheetIds: command.args,
    ownFiles,
    progress: (line) => console.log(line),
  })
  await writeFile(FILE, toFile(report))
  console.log(`${report.answers.length} answers are in ${FILE}. It holds no addresses; please send it to us.`)
  for (const id of report.left) console.log(`Please delete https://docs.google.com/spreadsheets/d/${id}`)
})

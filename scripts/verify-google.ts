import { writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { Command } from 'commander'
import { readCommandLine } from './read-command-line.ts'
import { runCommand } from './run-command.ts'

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

const { readConfig } = await import('#server/config/config.ts')
const { builtInAccount } = await import('#server/google/account.ts')
const { apiProblem, tokenProblem } = await import('#server/google/probe-account.ts')
const { openSharedAccount } = await import('#server/google/shared-account.ts')
const { settingsInForce } = await import('#server/setup/google-connection.ts')
const { applyProxyAndCertificates } = await import('#server/start/outgoing-requests.ts')
const { StartError } = await import('#server/start/start-error.ts')
const { toFile, verifyGoogle } = await import('./verify-google/verify-google.ts')

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

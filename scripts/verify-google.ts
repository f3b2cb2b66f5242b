// Answers what nobody here can look up about Google, with a real account: npm run verify-google [-- --quota] [-- ID ID]
import { writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { builtInAccount } from '#server/google/account-selector.ts'
import { openSharedAccount } from '#server/google/shared-account.ts'
import { applyProxyAndCertificates } from '#server/outgoing-requests.ts'
import { settingsInForce } from '#server/setup/google-connection.ts'
import { apiProblem, tokenProblem } from '#server/setup/probe-account.ts'
import { StartError } from '#server/start-error.ts'
import { runCommand } from './run-command.ts'
import { toFile, verifyGoogle } from './verify-google/verify-google.ts'

const FILE = 'verify-google.json'

await runCommand(async () => {
  applyProxyAndCertificates(process.env)
  const { values, positionals } = parseArgs({ options: { quota: { type: 'boolean' } }, allowPositionals: true })
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
    withQuota: values.quota ?? false,
    spreadsheetIds: positionals,
    progress: (line) => console.log(line),
  })
  await writeFile(FILE, toFile(report))
  console.log(`${report.answers.length} answers are in ${FILE}. It holds no addresses; please send it to us.`)
  for (const id of report.left) console.log(`Please delete https://docs.google.com/spreadsheets/d/${id}`)
})

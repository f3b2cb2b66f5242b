import { Command } from 'commander'
import type { SetupCheck } from '#contract/google-setup.ts'
import { readCommandLine } from './read-command-line.ts'
import { runCommand } from './run-command.ts'

const signs: Readonly<Record<SetupCheck['state'], string>> = { ok: '✓', warning: '!', failed: '✗', waiting: '·' }

readCommandLine(
  new Command('doctor').description(
    'Checks everything that a connection to Google needs, with the settings of the shell, whether or not the app is running.',
  ),
)
const { examine } = await import('#server/commands/doctor.ts')
const { readConfig } = await import('#server/config/config.ts')
const { applyProxyAndCertificates } = await import('#server/start/outgoing-requests.ts')

await runCommand(async () => {
  applyProxyAndCertificates(process.env)
  const checks = await examine(readConfig(process.env), { environment: process.env, now: () => new Date() })
  for (const { state, title, text, link } of checks) {
    console.log(`${signs[state]} ${title}: ${text}`)
    if (link) console.log(`  ${link.label}: ${link.url}`)
  }
  const failures = checks.filter(({ state }) => state === 'failed').length
  if (failures > 0) process.exitCode = 1
  console.log(failures === 0 ? 'All checks passed.' : 'Fix the first ✗, and run this again.')
})

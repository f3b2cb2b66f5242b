// Checks everything that a connection to Google needs, whether or not the app is running: npm run doctor
import type { SetupCheck } from '#contract/google-setup.ts'
import { readConfig } from '#server/config.ts'
import { examine } from '#server/doctor.ts'
import { applyProxyAndCertificates } from '#server/outgoing-requests.ts'
import { runCommand } from './run-command.ts'

const signs: Readonly<Record<SetupCheck['state'], string>> = { ok: '✓', warning: '!', failed: '✗', waiting: '·' }

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

import { Command } from 'commander'
import { readSeedAndMinutes } from '#tests/support/read-seed-and-minutes.ts'

const options = readSeedAndMinutes(
  new Command('fuzz').description(
    'Sends requests that no well-behaved client sends to every route of a running app and of its embedded provider, and fails on a server error, a hang, a slow call, an exit or a leak.',
  ),
  { defaultMinutes: 1 },
)
// Loaded only now, so help and mistakes are answered at once.
const { fuzzApp } = await import('./fuzz-app.ts')
process.exit((await fuzzApp(options)) ? 0 : 1)

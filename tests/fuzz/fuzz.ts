// Sends requests that no well-behaved client sends to every route of a running app and of its embedded provider, and fails
// on a server error, a hang, a slow call, an exit or a leak. `npm run fuzz -- --seed 7 --minutes 10` runs longer.
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { appRoutes } from './app-requests.ts'
import { providerRoutes } from './provider-requests.ts'
import { printReport } from './report.ts'
import { runFuzz } from './run-fuzz.ts'
import { startTarget } from './target.ts'
import { createWorld } from './world.ts'

const DEFAULT_MINUTES = '1'
const HANG_MS = 20_000
const MAX_SEED = 2 ** 31
const DISCOVERY_PATH = '/oidc/.well-known/openid-configuration'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: DEFAULT_MINUTES }, seed: { type: 'string' } },
})
const seed = values.seed === undefined ? randomInt(MAX_SEED) : Number(values.seed)
const minutes = Number(values.minutes)
if (!Number.isInteger(seed) || !(minutes > 0)) {
  console.error('Usage: npm run fuzz -- [--minutes 10] [--seed 7]')
  process.exit(2)
}

const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-fuzz-'))
const target = await startTarget({ DATA_DIR: dataDir, PORT: '0', EMULATOR_PORT: '0', SAMPLES: 'none' })
console.log(`Fuzzing ${target.url} for ${minutes} minutes, seed ${seed}`)
const world = await createWorld(target.url)
const paths = [...(await signInPaths(target.url)), '/', '/sync_tasks', '/assets/missing.js', '/users']
const report = await runFuzz(
  {
    target,
    port: world.appPort,
    routes: [
      ...appRoutes(world, paths).map((route) => ({ route, port: world.appPort })),
      ...providerRoutes(world).map((route) => ({ route, port: world.sheetsPort })),
    ],
    cookies: () => world.cookies,
    tokens: () => world.tokens,
    hangMs: HANG_MS,
    repair: () => world.repair(),
  },
  { seed, durationMs: minutes * 60_000 },
)
const exit = target.hasExited ? target.stderr || 'The process ended' : undefined
const hasPassed = printReport({ report, exit })
await target[Symbol.asyncDispose]()
if (hasPassed) await rm(dataDir, { recursive: true, force: true })
else console.log(`\nRepeat with --seed ${seed}. Its logs are in ${join(dataDir, 'logs')}.`)
process.exit(hasPassed ? 0 : 1)

/** Where the embedded sign-in answers, by its own description. */
async function signInPaths(url: string): Promise<string[]> {
  const described = z.record(z.string(), z.unknown()).parse(await (await fetch(url + DISCOVERY_PATH)).json())
  const urls = Object.entries(described).flatMap(([name, value]) =>
    /_(endpoint|uri)$/.test(name) ? [String(value)] : [],
  )
  return [...new Set([DISCOVERY_PATH, '/oidc/sign-in/unknown', ...urls.map((each) => new URL(each).pathname)])]
}

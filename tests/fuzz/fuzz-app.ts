import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ApiClient } from '#tests/support/api-client.ts'
import { appRoutes } from './app-requests.ts'
import { connectProvider } from './create-things.ts'
import { createFreshWorld } from './fresh-world.ts'
import { providerRoutes } from './provider-requests.ts'
import { printReport } from './report.ts'
import { type RequestSource, runFuzz } from './run-fuzz.ts'
import { startTarget } from './target.ts'
import type { Things } from './things.ts'
import { createWorld } from './world.ts'

/** Time after which a request hangs: a busy machine may keep it waiting for long, but not forever. */
const HANG_MS = 120_000
const DISCOVERY_PATH = '/oidc/.well-known/openid-configuration'

/** Starts an app and sends it generated requests for some minutes; returns whether it kept every promise. */
export async function fuzzApp({ seed, minutes }: { seed: number; minutes: number }): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-fuzz-'))
  const target = await startTarget({ DATA_DIR: dataDir, PORT: '0', EMULATOR_PORT: '0', SAMPLES: 'none' })
  console.log(`Fuzzing ${target.url} for ${minutes} minutes, seed ${seed}`)
  const world = await createWorld(target.url)
  const freshWorld = await createFreshWorld(target.url)
  const { port: providerPort } = await connectProvider(new ApiClient(target.url))
  const addresses = {
    port: Number(new URL(target.url).port),
    providerPort,
    paths: [...(await signInPaths(target.url)), '/', '/sync_tasks', '/assets/missing.js', '/users'],
  }
  const report = await runFuzz(
    {
      target,
      port: addresses.port,
      hangMs: HANG_MS,
      shared: createSource(world, { ...addresses, prepare: () => world.repair() }),
      fresh: createSource(freshWorld, { ...addresses, prepare: () => freshWorld.renew() }),
    },
    { seed, durationMs: minutes * 60_000 },
  )
  const { stderr } = target
  const exit = target.hasExited ? stderr || 'The process ended' : undefined
  const hasPassed = printReport({ report, exit, stderr })
  await target[Symbol.asyncDispose]()
  if (hasPassed) await rm(dataDir, { recursive: true, force: true })
  else console.log(`\nRepeat with --seed ${seed}. Its logs are in ${join(dataDir, 'logs')}.`)
  return hasPassed
}

interface Addresses {
  /** The port of the app. */
  port: number
  providerPort: number
  /** Addresses of the app other than calls. */
  paths: readonly string[]
}

function createSource(
  { things }: { things: Things },
  { port, providerPort, paths, prepare }: Addresses & { prepare: () => Promise<void> },
): RequestSource {
  return {
    routes: [
      ...appRoutes(things, paths).map((route) => ({ route, port })),
      ...providerRoutes(things).map((route) => ({ route, port: providerPort })),
    ],
    cookies: () => things.cookies,
    tokens: () => things.tokens,
    prepare,
  }
}

/** Where the embedded sign-in answers, by its own description. */
async function signInPaths(url: string): Promise<string[]> {
  const described = z.record(z.string(), z.unknown()).parse(await (await fetch(url + DISCOVERY_PATH)).json())
  const urls = Object.entries(described).flatMap(([name, value]) =>
    /_(endpoint|uri)$/.test(name) ? [String(value)] : [],
  )
  return [...new Set([DISCOVERY_PATH, '/oidc/sign-in/unknown', ...urls.map((each) => new URL(each).pathname)])]
}

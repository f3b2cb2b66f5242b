import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { COMPILED_FOLDER } from '#tests/support/compiled-folder.ts'
import { TEMPLATE_FOLDER } from '#tests/support/database-template.ts'
import { eventually } from '#tests/support/eventually.ts'
import { IN_MEMORY } from '#tests/support/in-memory.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { untilRunning } from '#tests/support/until-running.ts'
import { SAMPLES_FOLDER } from './global-setup.ts'

const MAIN = join(import.meta.dirname, 'app-with-faults.ts')
const EXIT_TIMEOUT_MS = 90_000

export interface RunningApp extends AsyncDisposable {
  readonly url: string
  /** Ends the process as a power cut would, and keeps its data. */
  kill(): Promise<void>
  /** Starts it again on the same data and the same address, with these settings besides the earlier settings. */
  restart(changed?: Record<string, string>): Promise<void>
}

/** Starts the app as a user does, as a process, on a copy of the data of a first start. */
export async function startApp(environment: Record<string, string> = {}): Promise<RunningApp> {
  const dataDir = await mkdtemp(join(IN_MEMORY, 'nano-sync-e2e-'))
  cpSync(templateFor(environment), dataDir, { recursive: true })
  // The samples are created once, in an embedded database. All other journeys are on PostgreSQL where there is a server.
  const database = hasSamples(environment) ? undefined : await openTestDatabase(dataDir)
  const settings = { DATA_DIR: dataDir, PORT: '0', EMULATOR_PORT: '0', ...database?.env, ...environment }
  let { server, url } = await launch(settings)
  return {
    get url() {
      return url
    },
    kill: () => end(server, 'SIGKILL'),
    async restart(changed = {}) {
      const ports = { PORT: new URL(url).port }
      ;({ server, url } = await launch({ ...settings, ...ports, ...changed }))
    },
    async [Symbol.asyncDispose]() {
      await end(server, 'SIGTERM')
      await database?.[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A data folder as the first start with these settings leaves it. */
function templateFor(environment: Record<string, string>): string {
  return process.env[hasSamples(environment) ? SAMPLES_FOLDER : TEMPLATE_FOLDER] ?? ''
}

function hasSamples({ SAMPLES }: Record<string, string>): boolean {
  return SAMPLES !== 'none'
}

async function launch(settings: Record<string, string>): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, [MAIN], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED_FOLDER, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { server, url: await untilRunning(server) }
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const hasExited = () => server.exitCode !== null || server.signalCode !== null
  if (hasExited()) return
  server.kill(signal)
  await eventually({
    what: `the app to exit after ${signal}`,
    read: hasExited,
    until: (exited) => exited,
    timeoutMs: EXIT_TIMEOUT_MS,
  })
}

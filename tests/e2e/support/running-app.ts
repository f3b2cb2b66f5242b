import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '../../../src/server/main.ts')

export interface RunningApp extends AsyncDisposable {
  readonly url: string
  /** Ends the process as a power cut would, and keeps its data. */
  kill(): Promise<void>
  /** Starts it again on the same data and the same address. */
  restart(): Promise<void>
}

/** Starts the app as a person does, as a process of its own on an empty data folder. */
export async function startApp(environment: Record<string, string> = {}): Promise<RunningApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-e2e-'))
  const settings = { DATA_DIR: dataDir, PORT: '0', EMULATOR_PORT: '0', ...environment }
  let { server, url } = await launch(settings)
  return {
    get url() {
      return url
    },
    kill: () => end(server, 'SIGKILL'),
    async restart() {
      const ports = { PORT: new URL(url).port }
      ;({ server, url } = await launch({ ...settings, ...ports }))
    },
    async [Symbol.asyncDispose]() {
      await end(server, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(settings: Record<string, string>): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /is running at (http\S+)/.exec(line)?.[1]
    if (url) {
      server.stdout.resume()
      return { server, url }
    }
  }
  throw new Error(`The app exited with code ${server.exitCode} before it was running`)
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill(signal)
  await once(server, 'exit')
}

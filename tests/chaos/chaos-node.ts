import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '#tests/support/eventually.ts'

const MAIN = join(import.meta.dirname, '../../src/server/main.ts')
const SHIFT_CLOCK = join(import.meta.dirname, 'shift-clock.ts')
const RESTART_AFTER_MS = 500
/** Time for a start on a busy machine. */
const MAX_READY_MS = 5 * 60_000
const MAX_STOP_MS = 5 * 60_000
const MAX_OUTPUT = 4000
/** Nodes yield to the harness, so the times it records are exact. */
export const NODE_NICE = 5

/** A process of a node that has ended. */
export interface Exit {
  node: string
  at: Date
  code: number | null
  signal: string | null
  /** How the harness ended the process; undefined if it ended by itself. */
  expected: 'killed' | 'stopped' | undefined
  stderr: string
}

/** A node under a supervisor, which restarts it whenever it ends. */
export interface ChaosNode extends AsyncDisposable {
  readonly name: string
  readonly url: string
  /** Process ID of the current process. */
  readonly pid: number
  readonly exits: readonly Exit[]
  kill(): void
  freeze(): void
  thaw(): void
  /** Makes temporary files impossible, and possible again. */
  breakTempDir(): Promise<void>
  repairTempDir(): Promise<void>
  /** Asks it to shut down; the supervisor then starts it anew. */
  restart(): Promise<void>
  /** @throws when it does not report to be ready in time */
  untilReady(): Promise<void>
}

interface Options {
  name: string
  folder: string
  port: number
  databaseUrl: string
  sheetsUrl: string
  sessionSecret: string
  /** How far its clock is off, chosen anew for every process. */
  clockOffsetMs: () => number
}

export async function startChaosNode(options: Options): Promise<ChaosNode> {
  const { name, folder, port } = options
  const tempFiles = tempFolder(folder)
  await mkdir(tempFiles, { recursive: true })
  const url = `http://127.0.0.1:${port}`
  const exits: Exit[] = []
  let expected: Exit['expected']
  let isDisposed = false
  let child = launch()

  function launch(): ChildProcess {
    const started = spawn(process.execPath, ['--import', SHIFT_CLOCK, MAIN], {
      env: environment(options),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (started.pid !== undefined) setPriority(started.pid, NODE_NICE)
    let stderr = ''
    started.stderr?.on('data', (chunk) => {
      stderr = (stderr + String(chunk)).slice(-MAX_OUTPUT)
    })
    started.on('close', (code, signal) => {
      exits.push({ node: name, at: new Date(), code, signal, expected, stderr })
      void relaunch()
    })
    return started
  }

  async function relaunch(): Promise<void> {
    await delay(RESTART_AFTER_MS)
    if (isDisposed) return
    expected = undefined
    child = launch()
  }

  function kill(): void {
    expected = 'killed'
    child.kill('SIGKILL')
  }

  return {
    name,
    url,
    get pid() {
      return child.pid ?? 0
    },
    exits,
    kill,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async breakTempDir() {
      await rename(tempFiles, `${tempFiles}.away`)
      await writeFile(tempFiles, 'A file in place of the folder')
    },
    async repairTempDir() {
      await rm(tempFiles)
      await rename(`${tempFiles}.away`, tempFiles)
    },
    async restart() {
      const count = exits.length
      expected = 'stopped'
      child.kill('SIGTERM')
      const isReplaced = () => exits.length > count && child.exitCode === null && child.signalCode === null
      await eventually({ what: `${name} to shut down`, read: isReplaced, until: Boolean, timeoutMs: MAX_STOP_MS })
    },
    async untilReady() {
      const read = () => requestStatus(`${url}/readyz`)
      await eventually({
        what: `${name} to be ready`,
        read,
        until: (status) => status === 200,
        timeoutMs: MAX_READY_MS,
      })
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'close')
      kill()
      await ended
    },
  }
}

/** Returns the folder with a node's temporary files. */
export function tempFolder(folder: string): string {
  return join(folder, 'scratch')
}

function environment({ folder, port, databaseUrl, sheetsUrl, sessionSecret, clockOffsetMs }: Options) {
  return {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    TMPDIR: tempFolder(folder),
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: sessionSecret,
    SHEETS_API_URL: sheetsUrl,
    READS_PER_MINUTE: '100000',
    WRITES_PER_MINUTE: '100000',
    // Longer than a fault holds up a request. A run waits that long for a lost write.
    REQUEST_TIMEOUT_SECONDS: '25',
    SAMPLES: 'none',
    CHAOS_CLOCK_OFFSET_MS: String(clockOffsetMs()),
  }
}

async function requestStatus(url: string): Promise<number | undefined> {
  return await fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    (response) => response.status,
    () => undefined,
  )
}

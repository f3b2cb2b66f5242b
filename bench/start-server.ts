import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ApiClient } from '#tests/support/api-client.ts'

const TICKS_PER_SECOND = 100

interface Server<Prepared> extends AsyncDisposable {
  readonly url: string
  /** Cookie of a signed-in browser. */
  readonly cookie: string
  readonly prepared: Prepared
  /** CPU time of the process since its start, over all threads. */
  cpuSeconds(): number
  /** Memory of the process in RAM. */
  memoryMb(): number
}

/**
 * Starts the app in its own process and a new folder. First, `prepare` fills the embedded database, or the database in `env`.
 */
export async function startServer<Prepared>(
  prepare: (dataDir: string) => Promise<Prepared>,
  env: Readonly<Record<string, string>> = {},
): Promise<Server<Prepared>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  const prepared = await prepare(dataDir)
  const child = spawn(process.execPath, ['--max-semi-space-size=16', 'dist/server/main.js'], {
    env: { ...process.env, PORT: '0', EMULATOR_PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await waitForUrl(child)
  const member = new ApiClient(url)
  await member.signIn('ada@example.com')
  return {
    url,
    prepared,
    cookie: member.jar.headerFor('/api') ?? '',
    cpuSeconds: () => readCpuSeconds(child.pid),
    memoryMb: () => readMemoryMb(child.pid),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function waitForUrl({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The server has no output')
  for await (const line of createInterface({ input: stdout })) {
    const url = /^Nano Sync is running at (\S+)$/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The server ended before it listened')
}

/** User and system time, from Linux's process table. */
export function readCpuSeconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Resident memory, from Linux's process table. */
function readMemoryMb(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1000
}

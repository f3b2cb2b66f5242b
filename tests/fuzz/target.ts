import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { untilRunning } from '#tests/support/until-running.ts'
import type { ThreadTimes } from './judge.ts'

const REPORT_MEMORY = join(import.meta.dirname, 'report-memory.ts')
const MAIN = join(import.meta.dirname, '../../src/server/main.ts')
const MAX_STOP_MS = 40_000
const MAX_OUTPUT = 20_000

const MemoryUsage = z.object({ rss: z.number(), heapUsed: z.number() })
export type MemoryUsage = z.infer<typeof MemoryUsage>

/** The process under test. */
export interface Target extends AsyncDisposable {
  readonly url: string
  /** The text written to stderr. */
  readonly stderr: string
  readonly hasExited: boolean
  /** CPU times of all its threads since they started; undefined where the system does not report them. */
  threadTimes(): Promise<ThreadTimes | undefined>
  /** After garbage collection. */
  /** Undefined once the process has ended. */
  memory(): Promise<MemoryUsage | undefined>
}

/** Starts the app, or another program that prints its address, as its own process. */
export async function startTarget(env: Readonly<Record<string, string>>, program = MAIN): Promise<Target> {
  const child = spawn(process.execPath, ['--expose-gc', '--import', REPORT_MEMORY, program], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr = (stderr + String(chunk)).slice(-MAX_OUTPUT)
  })
  const url = await untilRunning(child)
  return {
    url,
    get stderr() {
      return stderr
    },
    get hasExited() {
      return hasExited(child)
    },
    async threadTimes() {
      const folder = `/proc/${child.pid}/task`
      const ids = await readdir(folder).catch(() => [])
      const stats = await Promise.all(ids.map((id) => readFile(join(folder, id, 'schedstat'), 'utf8').catch(() => '')))
      if (!stats.some(Boolean)) return undefined
      // In nanoseconds: time on a CPU, then time waiting for a CPU.
      const sum = (field: number) => stats.reduce((total, stat) => total + Number(stat.split(' ')[field] ?? 0), 0) / 1e6
      return { cpuMs: sum(0), delayedMs: sum(1) }
    },
    async memory() {
      if (hasExited(child) || !child.connected) return undefined
      const answer = Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])])
      child.send('memory')
      const [usage] = await answer
      return usage === undefined ? undefined : MemoryUsage.parse(usage)
    },
    async [Symbol.asyncDispose]() {
      if (hasExited(child)) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const deadline = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS)
      await exited
      clearTimeout(deadline)
    },
  }
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

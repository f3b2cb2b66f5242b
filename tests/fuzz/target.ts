import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { untilRunning } from '#tests/support/until-running.ts'

const REPORT_MEMORY = join(import.meta.dirname, 'report-memory.ts')
const MAIN = join(import.meta.dirname, '../../src/server/main.ts')
const MAX_STOP_MS = 40_000
const MAX_OUTPUT = 20_000
/** The unit of CPU times in /proc, on every Linux. */
const TICK_MS = 10

const MemoryUsage = z.object({ rss: z.number(), heapUsed: z.number() })
export type MemoryUsage = z.infer<typeof MemoryUsage>

/** The process under test. */
export interface Target extends AsyncDisposable {
  readonly url: string
  /** What it wrote to stderr. */
  readonly stderr: string
  readonly hasExited: boolean
  /** The CPU time of all its threads so far; undefined where the system does not say. */
  cpuMs(): Promise<number | undefined>
  /** After garbage collection. */
  memory(): Promise<MemoryUsage>
}

/** Starts the app, or another program that says where it runs, as a process of its own. */
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
    async cpuMs() {
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => undefined)
      // The name of the program, in parentheses, may contain spaces. Then user and system time are the 12th and 13th field.
      const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS
    },
    async memory() {
      const answer = once(child, 'message')
      child.send('memory')
      return MemoryUsage.parse((await answer)[0])
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

import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** Time per unit in /proc on Linux. */
const TICK_MS = 10

interface Process {
  parent: number
  cpuMs: number
}

/** Duration of some work, with the CPU time meanwhile; undefined if unknown. */
export interface Timing {
  readonly seconds: number
  readonly nodesMs: number | undefined
  readonly serverMs: number | undefined
}

interface Watched {
  /** Processes of the nodes; defaults to this process. */
  pids?: readonly number[]
  /** Address of the database; undefined for the embedded database. */
  databaseUrl?: string | undefined
}

export async function timed(
  work: () => Promise<unknown>,
  { pids = [process.pid], databaseUrl }: Watched,
): Promise<Timing> {
  const server = databaseUrl === undefined ? undefined : await serverProcess(databaseUrl)
  const read = () => ({
    nodesMs: sum(pids.map(cpuMsOfTree)),
    serverMs: server === undefined ? undefined : cpuMsOfTree(server),
  })
  const before = read()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  const after = read()
  return {
    seconds,
    nodesMs: sum([after.nodesMs, negative(before.nodesMs)]),
    serverMs: sum([after.serverMs, negative(before.serverMs)]),
  }
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce((total, value) => (total === undefined || value === undefined ? undefined : total + value), 0)
}

function negative(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -value
}

/** Reads the CPU time of a process and its children so far; undefined if /proc does not provide it. */
function cpuMsOfTree(root: number): number | undefined {
  const processes = readProcesses()
  const rootProcess = processes?.get(root)
  if (!processes || !rootProcess) return undefined
  let cpuMs = rootProcess.cpuMs
  for (const { parent, cpuMs: ofChild } of processes.values()) if (parent === root) cpuMs += ofChild
  return cpuMs
}

/** Finds the main process of a PostgreSQL server on this machine, which starts its other processes. */
async function serverProcess(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = readProcesses()?.get(rows[0]?.pid ?? 0)?.parent ?? 0
  await client.end()
  return parent
}

function readProcesses(): Map<number, Process> | undefined {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return new Map(pids.flatMap((pid) => readProcess(Number(pid))))
  } catch {
    return undefined
  }
}

function readProcess(pid: number): [number, Process][] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const field = (number: number) => Number(fields[number - 3])
    // User and system time of the process, and times of its ended children.
    const ticks = field(14) + field(15) + field(16) + field(17)
    return [[pid, { parent: field(4), cpuMs: ticks * TICK_MS }]]
  } catch {
    return []
  }
}

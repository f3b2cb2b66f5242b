import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { report } from './report.ts'
import { readCpuSeconds, waitForUrl } from './start-server.ts'

// Starts the built server repeatedly on the embedded database, and on the server in TEST_DATABASE_URL. The first start fills
// the database with samples, and later starts use the same data.
const ROUNDS = Number(process.argv[2] ?? 5)
/** Delay until the start's garbage is collected and the functions of the embedded database are optimized. */
const SETTLED_AFTER_MS = { postgres: 5000, embedded: 20_000 }
const KB_PER_MB = 1024

interface Start {
  seconds: number
  cpuSeconds: number
  memoryMb: number
  peakMb: number
}

console.log(`\n### Starts, medians of ${ROUNDS}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before\n`)
console.log('| | seconds | CPU seconds | memory, MB | peak, MB |\n|---|---|---|---|---|')
const embedded = await measure('embedded', {}, SETTLED_AFTER_MS.embedded)
report('memoryEmbedded', embedded.memoryMb)
report('peakEmbedded', embedded.peakMb)
let slowest = embedded.seconds
if (adminUrl() !== undefined) {
  await using database = await openTestDatabase(tmpdir())
  const postgres = await measure('PostgreSQL', database.env, SETTLED_AFTER_MS.postgres)
  report('memoryPostgres', postgres.memoryMb)
  slowest = Math.max(slowest, postgres.seconds)
}
report('start', slowest)

/** Measures starts, and returns the medians of all but the first start. */
async function measure(name: string, env: Readonly<Record<string, string>>, settledAfterMs: number): Promise<Start> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-start-'))
  try {
    const start = () => startOnce({ ...env, DATA_DIR: dataDir }, settledAfterMs)
    print(`${name}, first start with samples`, await start())
    const starts: Start[] = []
    while (starts.length < ROUNDS) starts.push(await start())
    const median = findMedian(starts)
    print(`${name}, further starts`, median)
    return median
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(env: Readonly<Record<string, string>>, settledAfterMs: number): Promise<Start> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--max-semi-space-size=16', 'dist/server/main.js'], {
    env: { PATH: process.env['PATH'], PORT: '0', EMULATOR_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await waitForUrl(child)
    const seconds = (performance.now() - startedAt) / 1000
    const cpuSeconds = readCpuSeconds(child.pid)
    await delay(settledAfterMs)
    return { seconds, cpuSeconds, memoryMb: readMemoryMb(child, 'VmRSS'), peakMb: readMemoryMb(child, 'VmHWM') }
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

/** Memory of the process, now or at its peak, from Linux's process table. */
function readMemoryMb({ pid }: ChildProcess, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]) / KB_PER_MB
}

function findMedian(starts: readonly Start[]): Start {
  const median = (figure: keyof Start) =>
    starts.map((each) => each[figure]).sort((one, other) => one - other)[Math.floor(starts.length / 2)] ?? Number.NaN
  return {
    seconds: median('seconds'),
    cpuSeconds: median('cpuSeconds'),
    memoryMb: median('memoryMb'),
    peakMb: median('peakMb'),
  }
}

function print(name: string, { seconds, cpuSeconds, memoryMb, peakMb }: Start): void {
  const figures = [seconds.toFixed(2), cpuSeconds.toFixed(2), memoryMb.toFixed(0), peakMb.toFixed(0)]
  console.log(`| ${[name, ...figures].join(' | ')} |`)
}

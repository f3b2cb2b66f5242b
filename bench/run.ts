import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Argument, Command } from 'commander'
import { startPostgresCluster } from '#tests/chaos/postgres-cluster.ts'
import { readCommandLine } from '../scripts/read-command-line.ts'
import { FIGURES_FILE, summary } from './report.ts'

interface Benchmark {
  readonly name: string
  /** Whether the benchmark needs PostgreSQL, because it measures nothing on the embedded database. */
  readonly needsPostgres?: true
  readonly args?: readonly string[]
}

const BENCHMARKS: readonly Benchmark[] = [
  { name: 'calls', needsPostgres: true },
  { name: 'events', needsPostgres: true },
  { name: 'open-pages', needsPostgres: true, args: ['2000'] },
  { name: 'attacks' },
  { name: 'first-load', needsPostgres: true },
  { name: 'start' },
  { name: 'queue' },
  { name: 'sorting' },
  { name: 'wave' },
  { name: 'copy-speed' },
  { name: 'copy' },
  { name: 'shape' },
  { name: 'hand-out' },
  { name: 'edits' },
  { name: 'day' },
  { name: 'ten-thousand', needsPostgres: true },
  { name: 'guards' },
]

const { args: named } = readCommandLine(
  new Command('bench')
    .description('Runs benchmarks one after the other, and lists every figure beside its goal at the end.')
    .addArgument(
      new Argument('[benchmarks...]', 'those to run; by default, all').choices(BENCHMARKS.map(({ name }) => name)),
    ),
)

await using parts = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'nano-sync-bench-'))
parts.defer(() => rm(folder, { recursive: true, force: true }))
const figuresFile = join(folder, 'figures')
await writeFile(figuresFile, '')
const server = await postgresUrl()
const notes: string[] = []
for (const benchmark of BENCHMARKS) {
  if (named.length > 0 && !named.includes(benchmark.name)) continue
  if (benchmark.needsPostgres && server.url === undefined) notes.push(`${benchmark.name} was left out: ${server.why}`)
  else await run(benchmark)
}
if (server.url === undefined) notes.push(`The others used the embedded database alone: ${server.why}`)
console.log(`\n## Goals and figures\n\n${summary(figuresFile)}\n`)
for (const note of notes) console.log(note)

async function run({ name, args = [] }: Benchmark): Promise<void> {
  console.log(`\n## ${name}`)
  const env = { ...process.env, [FIGURES_FILE]: figuresFile, ...(server.url && { TEST_DATABASE_URL: server.url }) }
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.bench.ts`), ...args], {
    env,
    stdio: 'inherit',
  })
  const [code]: unknown[] = await once(child, 'exit')
  if (code === 0) return
  notes.push(`${name} failed with ${code}`)
  process.exitCode = 1
}

/** Returns the server in TEST_DATABASE_URL, or starts a server that ends with this process. */
async function postgresUrl(): Promise<{ url?: string; why?: string }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given }
  try {
    const cluster = parts.use(await startPostgresCluster(folder))
    return { url: cluster.url }
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

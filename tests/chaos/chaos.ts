// Runs nodes on a PostgreSQL server, breaks everything around them, and checks afterwards what the product promises.
// Short by default; `npm run test:chaos -- --minutes 30 --seed 7` runs longer, with faults chosen by that seed.
import { randomInt } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printReport, timelineOf } from './report.ts'
import { runChaos } from './run-chaos.ts'

const DEFAULT_MINUTES = '2'
const MAX_SEED = 2 ** 31

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: DEFAULT_MINUTES }, seed: { type: 'string' } },
})
const seed = values.seed === undefined ? randomInt(MAX_SEED) : Number(values.seed)
const minutes = Number(values.minutes)
if (!Number.isInteger(seed) || !(minutes > 0)) {
  console.error('Usage: npm run test:chaos -- [--minutes 30] [--seed 7]')
  process.exit(2)
}

console.log(`Chaos for ${minutes} minutes, seed ${seed}`)
const folder = await mkdtemp(join(tmpdir(), 'nano-sync-chaos-'))
const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort())
const report = await runChaos({
  folder,
  seed,
  durationMs: minutes * 60_000,
  onStep: (step) => console.log(step),
  signal: interruption.signal,
})
const hasPassed = printReport(report)
if (hasPassed) {
  await rm(folder, { recursive: true, force: true })
} else {
  await writeFile(join(folder, 'faults.txt'), timelineOf(report.faults))
  console.log(`\nRepeat these faults with --seed ${seed}. Their times and the logs of the nodes are in ${folder}.`)
}
process.exit(hasPassed ? 0 : 1)

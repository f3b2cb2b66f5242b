import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { readSeedAndMinutes } from '#tests/support/read-seed-and-minutes.ts'

const { seed, minutes } = readSeedAndMinutes(
  new Command('test:chaos').description(
    'Runs nodes on a PostgreSQL server of its own, breaks everything around them, and checks afterwards what the product promises.',
  ),
  { defaultMinutes: 2 },
)

const { formatTimeline, printReport } = await import('./report.ts')
const { runChaos } = await import('./run-chaos.ts')

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
  await writeFile(join(folder, 'faults.txt'), formatTimeline(report.faults))
  console.log(`\nRepeat these faults with --seed ${seed}. Their times and the logs of the nodes are in ${folder}.`)
}
process.exit(hasPassed ? 0 : 1)

import type { Contender, CopyJob } from './copy-job.ts'

// Runs one copy with one contender in its own process, to measure its peak memory.
const load: Record<string, () => Promise<Contender>> = {
  ours: async () => (await import('./ours.ts')).ours,
  'plain loop': async () => (await import('./plain-loop.ts')).plainLoop,
  'google-spreadsheet': async () => (await import('./google-spreadsheet.ts')).googleSpreadsheet,
}

export interface Measurement {
  cells: number
  seconds: number
  /** Above the memory of the process before the copy. */
  peakMb: number
}

const KB_PER_MB = 1024

process.once('message', async ({ name, job }: { name: string; job: CopyJob }) => {
  const contender = await load[name]?.()
  if (!contender) throw new Error(`Unknown contender ${name}`)
  const idleKb = process.resourceUsage().maxRSS
  const startedAt = performance.now()
  const cells = await contender(job)
  const measurement: Measurement = {
    cells,
    seconds: (performance.now() - startedAt) / 1000,
    peakMb: (process.resourceUsage().maxRSS - idleKb) / KB_PER_MB,
  }
  process.send?.(measurement, () => process.exit())
})
process.on('disconnect', () => process.exit())

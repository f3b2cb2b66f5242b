import type { Contender, Job } from './job.ts'

// One copy by one contender, in a process of its own so that its peak memory is its own.
const load: Record<string, () => Promise<Contender>> = {
  ours: async () => (await import('./ours.ts')).ours,
  'plain loop': async () => (await import('./plain-loop.ts')).plainLoop,
  'google-spreadsheet': async () => (await import('./google-spreadsheet.ts')).googleSpreadsheet,
}

export interface Measured {
  cells: number
  seconds: number
  /** Above what the process held before the copy. */
  peakMb: number
}

const KB_PER_MB = 1024

process.once('message', async ({ name, job }: { name: string; job: Job }) => {
  const contender = await load[name]?.()
  if (!contender) throw new Error(`There is no contender ${name}`)
  const idleKb = process.resourceUsage().maxRSS
  const startedAt = performance.now()
  const cells = await contender(job)
  const measured: Measured = {
    cells,
    seconds: (performance.now() - startedAt) / 1000,
    peakMb: (process.resourceUsage().maxRSS - idleKb) / KB_PER_MB,
  }
  process.send?.(measured, () => process.exit())
})
process.on('disconnect', () => process.exit())

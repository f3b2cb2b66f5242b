import { loadPeer } from '../load-peer.ts'
import type { Contender, Copied, CopyJob } from './copy-job.ts'

// Runs a single copy with a single contender in its own process, to measure its peak memory.
const load: Record<string, () => Promise<Contender>> = {
  ours: async () => (await import('./ours.ts')).ours,
  'plain loop': async () => (await import('./plain-loop.ts')).plainLoop,
  'google-spreadsheet': () => loadPeer('google-spreadsheet'),
}

export interface Measurement extends Copied {
  seconds: number
  /** CPU time of only this process. */
  cpuSeconds: number
  /** Peak memory above the memory before the copy. */
  peakMb: number
}

const KB_PER_MB = 1024

process.once('message', async ({ name, job }: { name: string; job: CopyJob }) => {
  const contender = await load[name]?.()
  if (!contender) throw new Error(`Unknown contender ${name}`)
  const idleKb = process.resourceUsage().maxRSS
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const copied = await contender(job)
  const { user, system } = process.cpuUsage(cpuBefore)
  const measurement: Measurement = {
    ...copied,
    cpuSeconds: (user + system) / 1e6,
    seconds: (performance.now() - startedAt) / 1000,
    peakMb: (process.resourceUsage().maxRSS - idleKb) / KB_PER_MB,
  }
  process.send?.(measurement, () => process.exit())
})
process.on('disconnect', () => process.exit())

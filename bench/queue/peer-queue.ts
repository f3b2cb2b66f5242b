import type { Timing } from './cpu-time.ts'

interface Work {
  jobs: number
  workers: number
}

/** Measures how long a queue takes to fetch and complete empty jobs one by one; on the embedded database without a URL. */
export type PeerQueue = (work: Work, databaseUrl?: string) => Promise<Timing>

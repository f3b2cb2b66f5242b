/** How long things take and how often they are looked at; tests shorten them. */
export interface QueueTiming {
  /** How long a node that says nothing keeps a run. */
  readonly leaseMs: number
  readonly heartbeatMs: number
  /** How often a node looks for work that it was not told of. */
  readonly sweepMs: number
  /** Least time between two writes of how far a run is. */
  readonly reportMs: number
}

export const DEFAULT_TIMING: QueueTiming = { leaseMs: 20_000, heartbeatMs: 5_000, sweepMs: 5_000, reportMs: 500 }

import type { AttemptEnding, RequestPurpose } from '#contract/run-figures.ts'
import type { Failure } from '#domain/failures/failure.ts'

/** The state of a run's requests: their work, or the reason for their wait. */
export type RequestActivity = 'writing' | 'reading' | 'quota' | 'waiting'

/** The quota used by the requests of an account. */
export interface AccountUse {
  readonly account: string
  readonly project: string
  readonly reads: number
  readonly writes: number
}

export interface RequestFigures {
  /** Milliseconds by activity. The remaining time is the server's own work. */
  readonly activities: Readonly<Record<RequestActivity, number>>
  readonly purposes: Readonly<Record<RequestPurpose, number>>
  /** Number of repeated requests. */
  readonly retries: number
  /** Number of requests refused because the quota was used up. */
  readonly refusals: number
  readonly reads: number
  readonly writes: number
  /** Request and response bodies, uncompressed. */
  readonly bytes: number
  readonly accounts: readonly AccountUse[]
}

/** An attempt as it is stored in the database. Times are ISO 8601. */
export interface AttemptRecord {
  readonly number: number
  readonly startedAt: string
  /** When the figures were recorded: at the end for a finished attempt. */
  readonly recordedAt: string
  /** Null while the attempt is in progress, and for an attempt of a lost node. */
  readonly ending: AttemptEnding | null
  /** Why it failed or was handed back. */
  readonly failure: Failure | null
  readonly figures: RequestFigures
}

/** Quota of accounts and time of a worker used by a copy. */
export interface CopyUse {
  readonly accounts: readonly AccountUse[]
  /** Working time without waits for quota. */
  readonly workMs: number
}

/** The usage of a finished attempt. */
export function usedBy({ startedAt, recordedAt, figures }: AttemptRecord): CopyUse {
  const { accounts, activities } = figures
  return { accounts, workMs: Math.max(0, Date.parse(recordedAt) - Date.parse(startedAt) - activities.quota) }
}

export const NO_FIGURES: RequestFigures = {
  activities: { writing: 0, reading: 0, quota: 0, waiting: 0 },
  purposes: { values: 0, details: 0, metadata: 0, drive: 0, value_writes: 0, structure_writes: 0 },
  retries: 0,
  refusals: 0,
  reads: 0,
  writes: 0,
  bytes: 0,
  accounts: [],
}

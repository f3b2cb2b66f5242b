import type { Logger } from 'pino'
import type { RunStatus } from '#domain/runs/run-status.ts'
import type { JobNote, SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import type { SyncOutcome } from '#engine/outcome.ts'
import type { Google, WatchedGoogle } from '#server/google/google.ts'
import type { Attempt } from '#server/runs/attempt-lease.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import type { LateWrites } from './late-writes.ts'
import type { LocalFaults } from './local-faults.ts'
import type { EndRecorder } from './record-ends.ts'
import type { RunChanges } from './run-changes.ts'
import type { RunReport } from './run-report.ts'
import type { StagedDataCopy } from './staged-data-copy.ts'

export interface QueueMetrics {
  /** A run started its first attempt on this node, `waitedMs` after it was queued. */
  started(event: { waitedMs: number }): void
  /** An attempt on this node ended its run. */
  ended(event: { result: RunStatus }): void
}

/** Facts about a task for people who read its target. */
export type NoteFinder = (orm: Orm, task: RunWork['task']) => Promise<Omit<JobNote, 'kind'>>

export interface AttemptTiming {
  /** How long a run stays with a node that does not renew its lease. */
  readonly leaseMs: number
  readonly heartbeatMs: number
  /** Minimum time between two writes of a run's progress. */
  readonly reportMs: number
}

export interface AttemptOptions {
  localFaults: LocalFaults
  /** Work of each run, by run ID. */
  works: Promise<ReadonlyMap<number, RunWork>>
  tempDir: string
  /** Maximum size of all change sets together. */
  historyBytes: number
  /** Maximum size of a change set; a larger change set is only counted. */
  maxChangeSetBytes: number
  orm: Orm
  metrics: QueueMetrics
  /** Accounts that may own running tasks; tasks of other owners are held. An empty list allows everyone. */
  allowedEmails: readonly string[]
  google: Google
  logger: Logger
  timing: AttemptTiming
  now: () => Date
  /** Formats a time in the time zone of the schedules. */
  formatTime: (at: Date) => string
  recordEnd: EndRecorder
  /** Finds the facts about a task that its freshness note shows; undefined if no notes are written. */
  noteOf?: NoteFinder | undefined
  /** `runSync`, or a scripted copy in tests of the queue. */
  sync(google: WatchedGoogle, job: SyncJob, ports: SyncPorts): Promise<SyncOutcome>
}

/** Why an attempt is cut short: a user stopped the run, another node may have it, or this node is shutting down. */
export type Interruption = 'stopped' | 'lost' | 'handedBack'

/** Log, report, Google client and interrupt signal of an attempt. */
interface AttemptWatch {
  logger: Logger
  report: RunReport
  google: WatchedGoogle
  lateWrites: LateWrites
  interrupt(why: Interruption): void
  /** Aborted with an `Interruption` as its reason. */
  signal: AbortSignal
}

/** An attempt in progress. It becomes an `EndedAttempt`. */
export interface AttemptWork {
  readonly attempt: Attempt
  readonly options: AttemptOptions
  readonly watch: AttemptWatch
  /** The run as claimed. It is read again after tabs have been recognized. */
  work: RunWork
  readonly dataCopy: StagedDataCopy
  readonly changes: RunChanges
  /** Read limits that the attempt found, by spreadsheet. */
  readonly learnedLimits: Map<string, number>
}

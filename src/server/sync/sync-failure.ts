import type { ProviderError, ProviderReason } from '#server/google/provider-error.ts'
import type { Usage } from '#server/google/request-sender.ts'

/** What is known of a run at any time. */
export interface RunSoFar {
  /** Empty while not known. */
  sourceTitle: string
  targetTitle: string
  usage: Usage
}

/** Why an attempt failed, for a person to read, and what it had used until then. */
export class SyncFailure extends Error {
  override name = 'SyncFailure'
  readonly reason: ProviderReason
  /** A later attempt may succeed with nothing changed. */
  readonly retryable: boolean
  readonly reads: number
  readonly writes: number
  readonly bytes: number
  readonly sourceTitle: string
  readonly targetTitle: string

  constructor(fault: ProviderError, { usage, sourceTitle, targetTitle }: RunSoFar) {
    super(fault.sentence, { cause: fault })
    this.reason = fault.reason
    this.retryable = fault.retryable
    this.reads = usage.reads
    this.writes = usage.writes
    this.bytes = usage.bytes
    this.sourceTitle = sourceTitle
    this.targetTitle = targetTitle
  }
}

import type { Cure } from '#contract/cure.ts'
import type { ProviderError, ProviderReason } from '#server/google/provider-error.ts'
import type { Usage } from '#server/google/request-sender.ts'

/** What is known about a run that has not ended. */
export interface PartialRun {
  /** Empty until it is read. */
  sourceTitle: string
  /** Empty until it is read. */
  targetTitle: string
  usage: Usage
}

/** Why an attempt failed, with a message for users, and what it had used by then. */
export class SyncFailure extends Error {
  override name = 'SyncFailure'
  readonly reason: ProviderReason
  /** A later attempt may succeed with nothing changed. */
  readonly retryable: boolean
  readonly cure: Cure | undefined
  readonly reads: number
  readonly writes: number
  readonly bytes: number
  readonly sourceTitle: string
  readonly targetTitle: string

  constructor(error: ProviderError, { usage, sourceTitle, targetTitle }: PartialRun) {
    super(error.message, { cause: error })
    this.reason = error.reason
    this.retryable = error.retryable
    this.cure = error.cure
    this.reads = usage.reads
    this.writes = usage.writes
    this.bytes = usage.bytes
    this.sourceTitle = sourceTitle
    this.targetTitle = targetTitle
  }
}

import type { Cause, Failure } from '#domain/failures/failure.ts'
import type { ProviderError } from '#engine/provider-error.ts'

/** The titles of the spreadsheets; empty until they are read. */
export interface Titles {
  sourceTitle: string
  targetTitle: string
}

/** Failure of an attempt, with a message for users and the titles read by then. */
export class SyncFailure extends Error {
  override name = 'SyncFailure'
  readonly failure: Failure
  readonly reason: Cause
  /** Whether a later attempt may succeed with nothing changed. */
  readonly retryable: boolean
  readonly sourceTitle: string
  readonly targetTitle: string

  constructor(error: ProviderError, { sourceTitle, targetTitle }: Titles) {
    super(error.message, { cause: error })
    this.failure = error.failure
    this.reason = error.reason
    this.retryable = error.retryable
    this.sourceTitle = sourceTitle
    this.targetTitle = targetTitle
  }
}

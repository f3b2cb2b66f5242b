import { type Cause, describeFailure, type Failure } from '#domain/failures/failure.ts'
import type { RequestCause, RequestFacts } from '#domain/failures/request-failures.ts'

/** Causes after which a later attempt may succeed with nothing changed. */
const RETRYABLE: ReadonlySet<Cause> = new Set([
  'rate_limited',
  'unavailable',
  'conflict',
  'grid_changed',
  'rows_shifted',
  'still_loading',
  'intercepted',
  'clock_off',
  'api_disabled',
])

/** An error of the provider, or something that a task asks for and the provider cannot do. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly failure: Failure
  /** The cause; if several accounts were rejected, a cause that may pass by itself, or else the first cause. */
  readonly reason: Cause
  readonly retryable: boolean

  constructor(failure: Failure, options?: ErrorOptions) {
    super(describeFailure(failure), options)
    this.failure = failure
    this.reason = decisiveCause(failure)
    this.retryable = RETRYABLE.has(this.reason)
  }
}

function decisiveCause(failure: Failure): Cause {
  if (failure.cause !== 'no_usable_account') return failure.cause
  const causes = failure.rejected.map((rejected) => rejected.failure.cause)
  return causes.find((cause) => RETRYABLE.has(cause)) ?? causes[0] ?? failure.cause
}

interface FailedRequest {
  reason: RequestCause
  /** The provider's own words. */
  detail?: string | undefined
  /** Help page of the provider. */
  link?: string | undefined
  /** Identifies the project whose access was used: `projects/123`. */
  consumer?: string | undefined
  about: Partial<Pick<RequestFacts, 'account' | 'credentials' | 'clientId' | 'api' | 'file' | 'kind' | 'place'>>
  cause?: unknown
}

export function requestError(failed: FailedRequest): ProviderError {
  const { reason, about, detail = '', link = '', consumer = '', cause } = failed
  const facts = { account: '', file: '', kind: 'read', place: '', ...about, detail, link } as const
  return new ProviderError({ cause: reason, ...facts, project: consumer.split(/[/:]/).at(-1) ?? '' }, { cause })
}

/** Whether the provider was busy or did not answer. It is unknown whether it applied the request. */
export function isTemporary({ reason }: ProviderError): boolean {
  return reason === 'unavailable' || reason === 'conflict'
}

/** Every reason why a request to the provider fails, and whether a later attempt may succeed with nothing changed. */
const isRetryable = {
  rate_limited: true,
  unavailable: true,
  grid_changed: true,
  still_loading: true,
  miscounted: true,
  unauthenticated: false,
  revoked: false,
  no_account: false,
  scope_missing: false,
  api_disabled: false,
  not_shared: false,
  protected: false,
  not_found: false,
  tab_missing: false,
  invalid: false,
  cell_limit: false,
  too_large: false,
} as const satisfies Record<string, boolean>

export type ProviderReason = keyof typeof isRetryable

/** Its `message` says to users what is wrong and how to fix it. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly reason: ProviderReason
  readonly retryable: boolean

  constructor({ reason, message, cause }: { reason: ProviderReason; message: string; cause?: unknown }) {
    super(message, { cause })
    this.reason = reason
    this.retryable = isRetryable[reason]
  }
}

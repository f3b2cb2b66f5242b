/** Every reason why the provider did not do what was asked, and whether a later attempt may succeed unchanged. */
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

/** `sentence` tells a person without technical knowledge what is wrong and what to do about it. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly reason: ProviderReason
  readonly sentence: string
  readonly retryable: boolean

  constructor(fault: { reason: ProviderReason; sentence: string; cause?: unknown }) {
    super(fault.sentence, { cause: fault.cause })
    this.reason = fault.reason
    this.sentence = fault.sentence
    this.retryable = isRetryable[fault.reason]
  }
}

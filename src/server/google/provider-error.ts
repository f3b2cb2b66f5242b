import type { Cure } from '#contract/cure.ts'

/** Every reason why a request to the provider fails, and whether a later attempt may succeed with nothing changed. */
const isRetryable = {
  rate_limited: true,
  unavailable: true,
  conflict: true,
  grid_changed: true,
  still_loading: true,
  intercepted: true,
  clock_off: true,
  api_disabled: true,
  billing_disabled: false,
  project_blocked: false,
  domain_blocked: false,
  unauthenticated: false,
  revoked: false,
  consent_expired: false,
  session_control: false,
  admin_blocked: false,
  key_deleted: false,
  account_deleted: false,
  account_disabled: false,
  delegation_missing: false,
  client_rejected: false,
  token_refused: false,
  no_account: false,
  scope_missing: false,
  not_lent: false,
  removed: false,
  not_shared: false,
  refused: false,
  protected: false,
  not_found: false,
  office_file: false,
  tab_missing: false,
  invalid: false,
  cell_limit: false,
  column_limit: false,
  text_too_long: false,
  too_large: false,
} as const satisfies Record<string, boolean>

export type ProviderReason = keyof typeof isRetryable

export const providerReasons: readonly ProviderReason[] = Object.keys(isRetryable).filter(
  (name): name is ProviderReason => Object.hasOwn(isRetryable, name),
)

/** Why an account gets no access token. */
export const tokenReasons = [
  'clock_off',
  'consent_expired',
  'session_control',
  'admin_blocked',
  'key_deleted',
  'account_deleted',
  'account_disabled',
  'delegation_missing',
  'client_rejected',
  'token_refused',
] as const satisfies readonly ProviderReason[]

export type TokenReason = (typeof tokenReasons)[number]

/** Why a request to an API fails. */
export type ApiReason = Exclude<ProviderReason, TokenReason>

export function isApiReason(reason: ProviderReason): reason is ApiReason {
  return tokenReasons.every((other) => other !== reason)
}

interface Fields {
  reason: ProviderReason
  message: string
  cure?: Cure | undefined
  cause?: unknown
}

/** Its `message` says to users what is wrong and how to fix it. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly reason: ProviderReason
  readonly retryable: boolean
  readonly cure: Cure | undefined

  constructor({ reason, message, cure, cause }: Fields) {
    super(message, { cause })
    this.reason = reason
    this.retryable = isRetryable[reason]
    this.cure = cure
  }
}

/** The provider was busy or did not answer, so it is unknown whether it applied the request. */
export function isTemporary({ reason }: ProviderError): boolean {
  return reason === 'unavailable' || reason === 'conflict'
}

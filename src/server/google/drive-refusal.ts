import type { AccountFacts } from '#domain/failures/grant-scope.ts'
import { type ProviderError, requestError } from '#engine/provider-error.ts'
import { type Account, describeAccount } from './account.ts'
import { diagnoseFailure } from './diagnose-failure.ts'
import type { DriveRefused } from './drive-files.ts'
import { parseTokenAnswer } from './token-error.ts'

/** Why Drive did not answer an account, as facts. */
export interface DriveRefusal {
  /** Google's message; may be empty. */
  readonly detail: string
  /** Set if the account lacks the scope for Drive. */
  readonly lack?: AccountFacts
}

/** Codes of the token endpoint for a refused scope. */
const SCOPE_REFUSALS: ReadonlySet<string> = new Set([
  'unauthorized_client',
  'invalid_scope',
  'access_denied',
  'admin_policy_enforced',
])

export function describeRefusal({ cause }: DriveRefused, account: Account): DriveRefusal {
  const diagnosis = diagnoseFailure(cause)
  const { status, body } = parseTokenAnswer(cause) ?? {}
  const isRefusedScope = SCOPE_REFUSALS.has(body?.status ?? '')
  // The metadata server gives no reason when it refuses a scope.
  const isRefusedMachine = account.credentials === 'machine' && status === 403 && !body
  const lacksScope = isRefusedScope || isRefusedMachine || diagnosis?.reason === 'scope_missing'
  return { detail: diagnosis?.detail ?? body?.message ?? '', ...(lacksScope && { lack: describeAccount(account) }) }
}

/** Turns a refusal into an error about Drive as a whole, not about a single file. */
export function driveError(refused: DriveRefused, account: Account): ProviderError {
  const { detail, lack } = describeRefusal(refused, account)
  const diagnosis = diagnoseFailure(refused.cause)
  const reason = lack ? 'drive_scope_missing' : (diagnosis?.reason ?? 'refused')
  const about = { ...describeAccount(account), api: 'drive', file: 'Google Drive', kind: 'read' } as const
  return requestError({ ...diagnosis, reason, detail, about, cause: refused.cause })
}

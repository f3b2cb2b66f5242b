import type { Lending } from '#contract/access.ts'
import type { Failure } from '#domain/failures/failure.ts'
import { mayServe } from '#domain/tasks/lent-access.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { ProviderError, requestError } from '#engine/provider-error.ts'
import { filesIn } from '#server/auth/sheets-access.ts'
import type { Lender, StoredToken, UserTokens } from '#server/auth/user-tokens.ts'
import { settleUnlessAborted } from '#server/storage/settle-unless-aborted.ts'
import type { Account } from './account.ts'
import type { RenewAccess } from './renew-access.ts'
import { endedGrant } from './token-error.ts'

/** Time before a token's expiry at which it is renewed, so no token expires in transit. */
const RENEWAL_MARGIN_MS = 60_000
/** Lifetime assumed if the provider does not report how long its tokens last. */
const DEFAULT_LIFETIME_SECONDS = 300
const TEST_PERIOD_MS = 7 * DAY_MS
/** Time within which most access is used at least once. */
const NOTICED_WITHIN_MS = DAY_MS
/** Maximum lifetime of an access token. */
const MAX_TOKEN_MS = HOUR_MS
/** Time between two records of when access was last used. */
const USE_PRECISION_MS = MINUTE_MS
/** Lending of a person without a user row. Earlier versions wrote none. */
const DEFAULT_LENDING: Lending = 'own_tasks'

/** The accounts of the users who connected their spreadsheets. */
export interface UserAccountCache {
  /**
   * Returns the account of a user for a task of the given owner. Never fails: `authorize` throws if the user has not granted
   * access, does not lend it to the task, or may no longer sign in.
   */
  get(email: string, task: { owner: string }): Account
  /** Whether any user has granted access. */
  hasAny(): Promise<boolean>
}

interface Options {
  userTokens: UserTokens
  renewAccess: RenewAccess
  /** Whether the person with an address may sign in. People who may not sign in lend nothing. */
  maySignIn: (email: string) => boolean
  /** The owner of the quota requests use: the OAuth client users signed in to. */
  project: string
  now: () => Date
}

interface AccessToken {
  token: string
  renewAtMs: number
  /** The user ID of the owner: an email address can pass to someone else. */
  ownerId: number | undefined
  picksFiles: boolean
}

/** The access token of a user, shared by the user's tasks. */
interface TokenCache {
  /** Whether the last token only reaches picked files. */
  readonly picksFiles: boolean
  get(lender: Lender | undefined, signal: AbortSignal): Promise<string>
  invalidate(): void
}

export function createUserAccountCache(options: Options): UserAccountCache {
  const caches = new Map<string, TokenCache>()
  return {
    hasAny: () => options.userTokens.hasAny(),
    get(email, { owner }) {
      const cache = caches.get(email) ?? createTokenCache(email, options)
      caches.set(email, cache)
      return {
        name: email,
        credentials: 'person',
        get picksFiles() {
          return cache.picksFiles
        },
        project: options.project,
        async authorize(signal) {
          const lender = await requireLent({ email, owner }, options)
          return { authorization: `Bearer ${await cache.get(lender, signal)}` }
        },
        invalidateToken: () => cache.invalidate(),
      }
    },
  }
}

/** Requires that the user lends access. Runs before each request, so no request uses access its owner has taken back. */
async function requireLent(
  { email, owner }: { email: string; owner: string },
  { userTokens, maySignIn }: Options,
): Promise<Lender | undefined> {
  const about = { account: email }
  if (!maySignIn(email)) throw requestError({ reason: 'removed', about })
  const lender = await userTokens.findLender(email)
  const lending = lender?.lending ?? DEFAULT_LENDING
  if (!mayServe({ address: email, owner, lending })) throw requestError({ reason: 'not_lent', about })
  return lender
}

/** Keeps the access token until shortly before it expires. Concurrent requests share one renewal. */
function createTokenCache(email: string, options: Options): TokenCache {
  const { userTokens, now } = options
  let access: AccessToken | undefined
  let renewing: Promise<AccessToken> | undefined
  let useRecordedAtMs = 0

  async function renew(): Promise<AccessToken> {
    try {
      access = await obtainAccess(email, options)
      return access
    } finally {
      renewing = undefined
    }
  }

  function renewOnce(): Promise<AccessToken> {
    renewing ??= renew()
    return renewing
  }

  async function recordUse(): Promise<void> {
    // Compare absolute differences: if the clock was ahead, the recorded use lies in the future.
    if (Math.abs(now().getTime() - useRecordedAtMs) < USE_PRECISION_MS) return
    useRecordedAtMs = now().getTime()
    await userTokens.recordUse(email)
  }

  return {
    get picksFiles() {
      return access?.picksFiles ?? false
    },
    async get(lender, signal) {
      const isCurrent = access?.ownerId === lender?.userId && lender?.hasToken !== false
      const cached = access && isCurrent && isValid(access, now()) ? access : undefined
      const { token } = cached ?? (await settleUnlessAborted(renewOnce(), signal))
      await recordUse()
      return token
    },
    invalidate() {
      access = undefined
    },
  }
}

/** @throws ProviderError that says why there is no access token */
async function obtainAccess(email: string, options: Options): Promise<AccessToken> {
  const { userTokens, renewAccess, now } = options
  const ownerId = (await userTokens.findLender(email))?.userId
  const stored = await userTokens.find(email)
  if (!stored) throw requestError({ reason: 'not_connected', about: { account: email } })
  const { refreshToken } = stored
  if (refreshToken === undefined) throw new ProviderError(endedAccess(stored, now()))
  const renewed = await renewAccess({ email, refreshToken })
  if (!renewed) {
    if (await userTokens.revoke(stored)) throw new ProviderError(endedAccess(stored, now()))
    // The user has signed in again since, or another node has replaced the token.
    return obtainAccess(email, options)
  }
  if (renewed.refreshToken !== undefined && renewed.refreshToken !== refreshToken) {
    await userTokens.replace(stored, renewed.refreshToken)
  }
  const { accessToken, expiresInSeconds = DEFAULT_LIFETIME_SECONDS } = renewed
  const picksFiles = filesIn(stored.scopes) === 'picked'
  return {
    token: accessToken,
    ownerId,
    picksFiles,
    renewAtMs: now().getTime() + expiresInSeconds * SECOND_MS - RENEWAL_MARGIN_MS,
  }
}

/** While an app's consent screen is in testing, Google ends each grant after exactly seven days. */
export function endedAccess(
  { email, obtainedAt, revokedAt }: Pick<StoredToken, 'email' | 'obtainedAt' | 'revokedAt'>,
  now: Date,
): Failure {
  const lastedMs = (revokedAt ?? now).getTime() - obtainedAt.getTime()
  const isTestPeriod = lastedMs >= TEST_PERIOD_MS && lastedMs < TEST_PERIOD_MS + NOTICED_WITHIN_MS
  return endedGrant(isTestPeriod ? 'consent_expired' : 'access_ended', email)
}

/** Whether a token is still usable. A lifetime above the maximum means the clock was ahead when the token was obtained. */
function isValid({ renewAtMs }: AccessToken, now: Date): boolean {
  const leftMs = renewAtMs - now.getTime()
  return leftMs > 0 && leftMs <= MAX_TOKEN_MS
}

import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import type { StoredToken, UserTokens } from '#server/auth/user-tokens.ts'
import type { Account } from './account.ts'
import { explainEndedAccess } from './explain-token-failure.ts'
import { ProviderError } from './provider-error.ts'
import type { RenewAccess } from './renew-access.ts'
import { settleUnlessAborted } from './settle-unless-aborted.ts'

/** A token is renewed this long before it expires, so that none expires on its way. */
const RENEWAL_MARGIN_MS = 60_000
/** For a provider that does not report how long its tokens last. */
const DEFAULT_LIFETIME_SECONDS = 300
const TEST_PERIOD_MS = 7 * DAY_MS
/** Most access is used at least once a day. */
const NOTICED_WITHIN_MS = DAY_MS

/** The accounts of the users who granted access to spreadsheets when they signed in. */
export interface UserAccountCache {
  /** Never fails: `authorize` throws if the user has not granted access. */
  get(email: string): Account
  /** Whether any user has granted access. */
  hasAny(): Promise<boolean>
}

interface Options {
  userTokens: UserTokens
  renewAccess: RenewAccess
  /** Whose quota the requests use: the OAuth client that users signed in to. */
  project: string
  now: () => Date
}

interface AccessToken {
  token: string
  /** The address can pass to another user while the token is cached. */
  ownerId: number | undefined
  renewAtMs: number
}

export function createUserAccountCache(options: Options): UserAccountCache {
  const accounts = new Map<string, Account>()
  return {
    hasAny: () => options.userTokens.hasAny(),
    get(email) {
      const account = accounts.get(email) ?? createUserAccount(email, options)
      accounts.set(email, account)
      return account
    },
  }
}

/** Caches the access token until shortly before it expires. Concurrent requests share one renewal. */
function createUserAccount(email: string, options: Options): Account {
  let access: AccessToken | undefined
  let renewing: Promise<AccessToken> | undefined

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

  return {
    name: email,
    project: options.project,
    async authorize(signal) {
      const ownerId = await options.userTokens.ownerOf(email)
      const isFresh = access && access.renewAtMs > options.now().getTime() && access.ownerId === ownerId
      const cached = isFresh ? access : undefined
      const { token } = cached ?? (await settleUnlessAborted(renewOnce(), signal))
      return { authorization: `Bearer ${token}` }
    },
    invalidateToken() {
      access = undefined
    },
  }
}

/** @throws ProviderError that says why there is no access token */
async function obtainAccess(email: string, options: Options): Promise<AccessToken> {
  const { userTokens, renewAccess, now } = options
  const ownerId = await userTokens.ownerOf(email)
  const stored = await userTokens.find(email)
  if (!stored) throw notGranted(email)
  const { refreshToken } = stored
  if (refreshToken === undefined) throw endedAccess(stored, now())
  const renewed = await renewAccess({ email, refreshToken })
  if (!renewed) {
    if (await userTokens.revoke(stored)) throw endedAccess(stored, now())
    // The user has signed in again since, or another node has replaced the token.
    return obtainAccess(email, options)
  }
  if (renewed.refreshToken !== undefined && renewed.refreshToken !== refreshToken) {
    await userTokens.replace(stored, renewed.refreshToken)
  }
  const { accessToken, expiresInSeconds = DEFAULT_LIFETIME_SECONDS } = renewed
  return { token: accessToken, ownerId, renewAtMs: now().getTime() + expiresInSeconds * SECOND_MS - RENEWAL_MARGIN_MS }
}

function notGranted(email: string): ProviderError {
  const message = `${email} has not granted access to Google Sheets. Sign in with this account and allow access, or list another account in the task.`
  return new ProviderError({ reason: 'no_account', message, cure: { kind: 'sign_in', address: email } })
}

/** While an app's consent screen is in testing, Google ends what people granted after exactly seven days. */
function endedAccess({ email, obtainedAt, revokedAt }: StoredToken, now: Date): ProviderError {
  const lastedMs = (revokedAt ?? now).getTime() - obtainedAt.getTime()
  const isTestPeriod = lastedMs >= TEST_PERIOD_MS && lastedMs < TEST_PERIOD_MS + NOTICED_WITHIN_MS
  return explainEndedAccess(isTestPeriod ? 'consent_expired' : 'revoked', email)
}

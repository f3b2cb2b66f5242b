import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { UserTokens } from '#server/auth/user-tokens.ts'
import type { Account } from './account.ts'
import { ProviderError } from './provider-error.ts'
import type { RenewAccess } from './renew-access.ts'

/** A token is replaced this long before its end, so that none ends on its way. */
const MARGIN_MS = MINUTE_MS
/** For a provider that does not say how long its tokens last. */
const SHORT_SECONDS = 300

/** The accounts of the people who gave access when they signed in. */
export interface UserAccountCache {
  /** An account for any address; without access given, it is its `authorize` that throws. */
  get(email: string): Account
  hasAny(): Promise<boolean>
}

interface Options {
  userTokens: UserTokens
  renewAccess: RenewAccess
  /** Whose quota the requests use: the client that people signed in to. */
  project: string
  now: () => Date
}

interface Access {
  token: string
  renewAt: number
}

export function createUserAccountCache(options: Options): UserAccountCache {
  const accounts = new Map<string, Account>()
  return {
    hasAny: () => options.userTokens.hasAny(),
    get(email) {
      const account = accounts.get(email) ?? userAccount(email, options)
      accounts.set(email, account)
      return account
    },
  }
}

/** Its access token is kept until shortly before its end, and renewed once for all who ask meanwhile. */
function userAccount(email: string, options: Options): Account {
  let access: Access | undefined
  let renewing: Promise<Access> | undefined

  async function renew(): Promise<Access> {
    try {
      access = await obtainAccess(email, options)
      return access
    } finally {
      renewing = undefined
    }
  }

  function renewOnce(): Promise<Access> {
    renewing ??= renew()
    return renewing
  }

  return {
    name: email,
    project: options.project,
    async authorize() {
      const kept = access && access.renewAt > options.now().getTime() ? access : undefined
      const { token } = kept ?? (await renewOnce())
      return { authorization: `Bearer ${token}` }
    },
    invalidateToken() {
      access = undefined
    },
  }
}

/** @throws ProviderError no_account, revoked, unavailable, unauthenticated */
async function obtainAccess(email: string, options: Options): Promise<Access> {
  const { userTokens, renewAccess, now } = options
  const kept = await userTokens.find(email)
  if (!kept) throw neverGiven(email)
  const { refreshToken } = kept
  if (refreshToken === undefined) throw withdrawn(email)
  const renewed = await renewAccess({ email, refreshToken })
  if (!renewed) {
    if (await userTokens.revoke(kept)) throw withdrawn(email)
    // Meanwhile the person signed in again, or another node had the token replaced.
    return obtainAccess(email, options)
  }
  if (renewed.refreshToken !== undefined && renewed.refreshToken !== refreshToken) {
    await userTokens.replace(kept, renewed.refreshToken)
  }
  const { accessToken, expiresInSeconds = SHORT_SECONDS } = renewed
  return { token: accessToken, renewAt: now().getTime() + expiresInSeconds * SECOND_MS - MARGIN_MS }
}

function neverGiven(email: string): ProviderError {
  const sentence = `${email} has not given access to Google Sheets: this person must sign in and allow it, or other accounts be named in the task.`
  return new ProviderError({ reason: 'no_account', sentence })
}

function withdrawn(email: string): ProviderError {
  const sentence = `${email} must sign in again: the access to Google Sheets that was given was withdrawn or has ended.`
  return new ProviderError({ reason: 'revoked', sentence })
}
